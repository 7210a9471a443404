import { DAILY_PLAY_CAP } from '../../../sync/model/rules.ts';
import { useMe } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { nextUtcDayAt } from '../../../sync/model/utc-day.ts';
import { Countdown } from '../../design/countdown.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { zapTexts } from './zap-texts.ts';

/** Ten segments of today's plays; with all ten it says what more of them are for, and when the day begins anew. */
export function PlaysTodayMeter() {
  const me = useMe();
  const now = useNow(60_000);
  if (!me?.balance) return null;
  const plays = Math.min(DAILY_PLAY_CAP, me.playsToday);
  const left = DAILY_PLAY_CAP - plays;
  return (
    <Box>
      <Box textStyle="title" mb="8px">
        {left > 0 ? zapTexts.listenToMore(left, plays) : zapTexts.allPlayed}
      </Box>
      <Flex gap="4px" role="img" aria-label={`${plays} of ${DAILY_PLAY_CAP} plays today`}>
        {Array.from({ length: DAILY_PLAY_CAP }, (_, i) => (
          <Box
            key={i}
            flex="1"
            height="8px"
            borderRadius="2px"
            data-drawn={i < plays ? 'sign' : 'choice'}
            bg={i < plays ? 'zap.solid' : 'bg.emphasized'}
          />
        ))}
      </Flex>
      <Flex textStyle="small" color="fg.subtle" mt="8px" gap="0 12px" wrap="wrap" justify="space-between">
        <Box>{zapTexts.extraPlays}</Box>
        {left === 0 && <Countdown to={nextUtcDayAt(now)} words={zapTexts.resetsIn} />}
      </Flex>
    </Box>
  );
}
