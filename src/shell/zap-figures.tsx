import { Clock, Zap } from 'lucide';
import type { ReactNode } from 'react';
import type { MeView, WaitingSpend } from '../../sync/client.ts';
import { levelProgress } from '../../sync/model/rules.ts';
import { timeOfDay } from '../platform/format.ts';
import { useRules, useScope, useTrack } from '../engine/live.ts';
import { streakOf } from '../engine/streak.ts';
import { texts } from '../platform/texts.ts';
import { trackWords } from '../platform/track-words.ts';
import { useRateLimitText } from '../engine/use-rate-limit.ts';
import { useNow } from '../engine/use-now.ts';
import { nextUtcDayAt } from '../../sync/model/utc-day.ts';
import { Countdown } from '../design/countdown.tsx';
import { TruncatedText } from '../design/truncated-text.tsx';
import { Icon } from '../design/icon.tsx';
import { List } from '../design/list-row.tsx';
import { StatCells } from '../design/stat.tsx';
import { Box, Flex } from '../design/styled.tsx';
import { Rewards } from '../components/rewards/rewards.tsx';
import { LevelProgress, XpOfNextLevel } from '../components/zaps/level-progress.tsx';
import { zapTexts } from '../components/zaps/zap-texts.ts';

export function ZapFigures({ me }: { me: MeView }) {
  const { dailyPlayCap: cap } = useRules();
  const now = useNow(60_000);
  const streak = streakOf(me.stats, now);
  const reset = nextUtcDayAt(now);
  return (
    <Box>
      {me.spends.length > 0 && <Ledger confirmed={me.balance?.zaps ?? 0} spends={me.spends} />}
      <Box mt="12px">
        <StatCells
          cells={[
            { value: me.zapsToday.toLocaleString('en'), label: zapTexts.zapsToday },
            { value: `${Math.min(cap, me.playsToday)}/${cap}`, label: zapTexts.playsToday },
            { value: streak.days.toLocaleString('en'), label: zapTexts.dayStreak },
          ]}
        />
      </Box>
      <Box mt="8px" textStyle="small" color="fg.subtle" textAlign="center">
        <Countdown to={reset} format={(left) => zapTexts.reset(timeOfDay(reset), left)} />
        {streak.endedAfterDays !== null && <Box>{zapTexts.streakEnded(streak.endedAfterDays)}</Box>}
      </Box>
      <LevelLine xp={me.balance?.total_zaps_earned ?? 0} />
      <Box mt="14px" pt="14px" borderTop="1px solid" borderColor="border">
        <Rewards isShort />
      </Box>
    </Box>
  );
}

function Ledger({ confirmed, spends }: { confirmed: number; spends: readonly WaitingSpend[] }) {
  const limitText = useRateLimitText(({ kind }) => kind === 'vote.cast' || kind === 'share.add');
  return (
    <Box textStyle="meta" fontVariantNumeric="tabular-nums" mt="10px">
      <List aria-label={zapTexts.ledger}>
        <Line label={zapTexts.confirmed}>
          <Flex align="center" gap="3px" fontWeight="600">
            {confirmed}
            <Icon of={Zap} size={13} filled label="ZAPs" />
          </Flex>
        </Line>
        {spends.map((spend, i) => (
          <SpendLine key={i} spend={spend} />
        ))}
      </List>
      <Flex align="center" gap="6px" textStyle="small" color="fg.muted" mt="4px">
        <Icon of={Clock} size={14} />
        {limitText ?? texts.sync.waiting(spends.length)}
      </Flex>
    </Box>
  );
}

function SpendLine({ spend }: { spend: WaitingSpend }) {
  const title = useTrack(spend.trackId)?.title || trackWords.untitled;
  return (
    <Line label={spend.kind === 'vote' ? zapTexts.voteOn(title) : zapTexts.shareOf(title)} isMuted>
      <Flex
        align="center"
        gap="3px"
        height="22px"
        px="8px"
        borderRadius="full"
        border="1.5px dashed"
        borderColor="zap.fg"
        color="zap.fg"
        fontWeight="600"
      >
        −{spend.zaps}
        <Icon of={Zap} size={13} filled label="ZAPs" />
      </Flex>
    </Line>
  );
}

function Line({ label, isMuted = false, children }: { label: string; isMuted?: boolean; children: ReactNode }) {
  return (
    <Flex as="li" align="center" justify="space-between" gap="12px" minHeight="30px">
      <Box minWidth="0" {...(isMuted ? { color: 'fg.muted' } : {})}>
        <TruncatedText>{label}</TruncatedText>
      </Box>
      <Box flex="none">{children}</Box>
    </Flex>
  );
}

function LevelLine({ xp }: { xp: number }) {
  const { userId } = useScope();
  const { level, remaining } = levelProgress(xp);
  return (
    <Box mt="14px">
      <Flex justify="space-between" gap="4px 8px" textStyle="meta" wrap="wrap" fontVariantNumeric="tabular-nums">
        <Flex gap="6px">
          <Box fontWeight="600">{zapTexts.level(level)}</Box>
          <Box color="fg.muted">{zapTexts.toLevel(remaining, level + 1)}</Box>
        </Flex>
        <Box color="fg.muted">
          <XpOfNextLevel xp={xp} />
        </Box>
      </Flex>
      <Box mt="8px">
        <LevelProgress xp={xp} seed={userId ?? ''} width={280} height={24} half={3} />
      </Box>
    </Box>
  );
}
