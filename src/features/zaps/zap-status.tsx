import { Box, Flex } from '@chakra-ui/react';
import { Check, Lock, Zap } from 'lucide-react';
import { DAILY_PLAY_CAP, levelProgress, unlockLevel } from '../../../sync/model/rules.ts';
import { useMe } from '../../lib/live.ts';
import { plural, texts } from '../../lib/texts.ts';
import { Avatar } from '../../ui/art.tsx';

/** Who is signed in, the balance, and where the level stands. */
export function ZapStatus() {
  const me = useMe();
  if (!me) return null;
  const progress = levelProgress(me.balance?.total_zaps_earned ?? 0);
  const name = me.profile?.artist_name ?? '';
  return (
    <Box>
      <Flex gap="14px" align="center">
        <Avatar name={name} src={me.avatarSrc} size={56} />
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
          {texts.zaps.pending(me.balance.zaps, me.balance.zaps - me.zaps)}
        </Box>
      )}
      <Flex mt="16px" bg="bg" borderRadius="panel" p="14px 4px" fontVariantNumeric="tabular-nums">
        {[
          [String(me.zapsToday), 'ZAPs today'],
          [`${Math.min(DAILY_PLAY_CAP, me.playsToday)}/${DAILY_PLAY_CAP}`, 'plays today'],
          [String(me.stats?.current_streak ?? 0), 'day streak'],
        ].map(([value, label], i) => (
          <Box
            key={label}
            flex="1"
            textAlign="center"
            {...(i > 0 ? { borderLeft: '1px solid', borderColor: 'border' } : {})}
          >
            <Box fontFamily="display" fontWeight="750" fontSize="20px" lineHeight="1" fontVariantNumeric="normal">
              {value}
            </Box>
            <Box textStyle="small" color="fg.subtle" mt="5px">
              {label}
            </Box>
          </Box>
        ))}
      </Flex>
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
              <Check size={14} aria-label="Unlocked" />
            ) : (
              <Lock size={14} aria-label={`Unlocks at level ${at}`} />
            )}
            {opens}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}

/** Ten segments of today's plays, beside the banner on desktop. */
export function PlaysTodayMeter() {
  const me = useMe();
  if (!me) return null;
  const plays = Math.min(DAILY_PLAY_CAP, me.playsToday);
  const left = DAILY_PLAY_CAP - plays;
  return (
    <Box>
      <Box textStyle="title" mb="8px">
        {left > 0
          ? `Listen to ${left} more ${plural(left, 'track')} (${plays}/${DAILY_PLAY_CAP})`
          : `${plays}/${DAILY_PLAY_CAP} plays today`}
      </Box>
      <Flex gap="4px" role="img" aria-label={`${plays} of ${DAILY_PLAY_CAP} plays today`}>
        {Array.from({ length: DAILY_PLAY_CAP }, (_, i) => (
          <Box key={i} flex="1" height="8px" borderRadius="2px" bg={i < plays ? 'zap.solid' : 'bg.emphasized'} />
        ))}
      </Flex>
      <Box textStyle="small" color="fg.subtle" mt="8px">
        Extra plays count for streaks but no ⚡ earned
      </Box>
    </Box>
  );
}
