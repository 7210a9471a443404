import type * as z from 'zod/mini';
import type { thirtyDays } from '../../../sync/model/remote-reads.ts';
import { useMe } from '../../engine/live.ts';
import type { Remote } from '../../engine/use-remote.ts';
import { useToday } from '../../engine/use-today.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { rewardsTexts } from './rewards-texts.ts';
import { lastThirtyDays, shortDay } from './thirty-days.ts';

interface LastDaysProps {
  read: Remote<z.infer<typeof thirtyDays.answer>>;
  isShort: boolean;
}

export function LastDays({ read, isShort }: LastDaysProps) {
  const me = useMe();
  const today = useToday();
  if (read.kind !== 'here') return <Skeleton height="44px" borderRadius="12px" />;
  const wasActiveToday = me !== null && (me.zapsToday > 0 || me.playsToday > me.playsWaiting);
  const days = lastThirtyDays(read.value.activity_dates, today, wasActiveToday);
  const active = days.filter(({ isActive }) => isActive).length;
  return (
    <Box>
      <Flex justify="space-between" align="baseline" gap="12px">
        <Box fontWeight="600">{rewardsTexts.days}</Box>
        <Box textStyle="meta" color="fg.muted">
          {rewardsTexts.active(active)}
        </Box>
      </Flex>
      <Flex gap="3px" mt="10px" pr="2px" aria-hidden>
        {days.map(({ day, isActive }, i) => (
          <Box
            key={day}
            flex="1"
            height={isShort ? '12px' : '16px'}
            borderRadius="2px"
            data-drawn={isActive ? 'sign' : 'choice'}
            bg={isActive ? 'fg' : 'bg.emphasized'}
            data-active={isActive}
            {...(i === days.length - 1
              ? { outline: '1.5px solid', outlineColor: 'fg', outlineOffset: isShort ? '1px' : '2px' }
              : {})}
          />
        ))}
      </Flex>
      {!isShort && (
        <Flex justify="space-between" textStyle="small" color="fg.subtle" mt="8px">
          <Box>{shortDay(days[0]?.day ?? today)}</Box>
          <Box>{rewardsTexts.today}</Box>
        </Flex>
      )}
    </Box>
  );
}
