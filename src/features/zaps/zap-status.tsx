import { Box, Flex } from '@chakra-ui/react';
import { Check, Lock, Zap } from 'lucide-react';
import { DAILY_PLAY_CAP, levelProgress, unlockLevel } from '../../../sync/model/rules.ts';
import { timeOfDay } from '../../lib/format.ts';
import { useMe } from '../../lib/live.ts';
import { useNow } from '../../lib/use-now.ts';
import { useOwnFace } from '../../lib/use-own-face.ts';
import { Avatar } from '../../ui/art.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatCells } from '../../ui/stat.tsx';
import { nextReset, streakOf } from './day.ts';
import { zapTexts } from './zap-texts.ts';

/** Who is signed in, the balance, and where the level stands. */
export function ZapStatus() {
  const me = useMe();
  const face = useOwnFace();
  const now = useNow(60_000);
  if (!me) return null;
  const progress = levelProgress(me.balance?.total_zaps_earned ?? 0);
  const name = me.profile?.artist_name ?? '';
  const streak = streakOf(me.stats, now);
  const reset = nextReset(now);
  return (
    <Box>
      <Flex gap="14px" align="center">
        <Avatar name={name} src={face} size={56} />
        <Box flex="1" minWidth="0">
          <Box fontWeight="600" fontSize="18px" truncate>
            {name}
          </Box>
          <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
            Level {progress.level}, {progress.remaining} XP to level {progress.level + 1}
          </Box>
        </Box>
        <Flex
          align="center"
          gap="4px"
          color="zap.fg"
          textStyle="numeral"
          fontSize="34px"
          aria-label={`${me.zaps} ZAPs`}
          role="img"
        >
          {me.zaps}
          <Zap size={26} fill="currentColor" aria-hidden />
        </Flex>
      </Flex>
      {me.zapsPending && me.balance && (
        <Box mt="10px" textStyle="small" color="fg.muted" textAlign="right" fontVariantNumeric="tabular-nums">
          {zapTexts.pending(me.balance.zaps, me.balance.zaps - me.zaps)}
        </Box>
      )}
      <Box mt="16px">
        <StatCells
          cells={[
            { value: String(me.zapsToday), label: zapTexts.zapsToday },
            { value: `${Math.min(DAILY_PLAY_CAP, me.playsToday)}/${DAILY_PLAY_CAP}`, label: zapTexts.playsToday },
            { value: String(streak.days), label: zapTexts.dayStreak },
          ]}
        />
      </Box>
      <Box mt="8px" textStyle="small" color="fg.subtle" textAlign="center">
        <Countdown to={reset} words={(left) => zapTexts.reset(timeOfDay(reset), left)} />
        {me.playsToday >= DAILY_PLAY_CAP && <Box>{zapTexts.extraPlays}</Box>}
        {streak.endedAt !== null && <Box>{zapTexts.streakEnded(streak.endedAt)}</Box>}
      </Box>
      <LevelBar into={progress.into} span={progress.span} level={progress.level} />
    </Box>
  );
}

const unlocks: [number, string][] = [
  [unlockLevel('connect'), 'Connect and message'],
  [unlockLevel('vote'), 'Vote, sponsor and share'],
];

/** Progress inside the level, and what the levels open. */
function LevelBar({ into, span, level }: { into: number; span: number; level: number }) {
  return (
    <Box mt="16px">
      <Flex justify="space-between" textStyle="meta" mb="6px" fontVariantNumeric="tabular-nums">
        <Box fontWeight="600">Level {level}</Box>
        <Box color="fg.muted">
          {into} / {span} XP
        </Box>
      </Flex>
      <Box
        role="progressbar"
        aria-label={`Level ${level}`}
        aria-valuemin={0}
        aria-valuemax={span}
        aria-valuenow={into}
        height="6px"
        borderRadius="3px"
        bg="bg.emphasized"
        overflow="hidden"
      >
        <Box
          height="100%"
          bg="fg"
          borderRadius="3px"
          width="100%"
          transformOrigin="left"
          transition="transform 360ms cubic-bezier(.2,.8,.2,1)"
          style={{ transform: `scaleX(${into / span})` }}
        />
      </Box>
      <Flex mt="10px" gap="14px" textStyle="small" color="fg.subtle" wrap="wrap">
        {unlocks.map(([at, opens]) => (
          <Flex key={opens} align="center" gap="5px">
            {level >= at ? (
              <Icon of={Check} size={14} label="Unlocked" />
            ) : (
              <Icon of={Lock} size={14} label={`Unlocks at level ${at}`} />
            )}
            {opens}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}
