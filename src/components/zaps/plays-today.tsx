import { useMe, useRules } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { nextUtcDayAt } from '../../../sync/model/utc-day.ts';
import { Countdown } from '../../design/countdown.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { zapTexts } from './zap-texts.ts';

export function PlaysTodayMeter() {
  const me = useMe();
  const { dailyPlayCap: cap } = useRules();
  const now = useNow(60_000);
  if (!me?.balance) return null;
  const plays = Math.min(cap, me.playsToday);
  const left = cap - plays;
  return (
    <Box>
      <Box textStyle="title" mb="8px">
        {left > 0 ? zapTexts.listenToMore(plays, cap) : zapTexts.allPlayed(cap)}
      </Box>
      <Flex gap="4px" role="img" aria-label={`${plays} of ${cap} plays today`}>
        {Array.from({ length: cap }, (_, i) => (
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
        {left === 0 && <Countdown to={nextUtcDayAt(now)} format={zapTexts.resetsIn} />}
      </Flex>
    </Box>
  );
}
