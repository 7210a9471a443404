import { Flex } from '@chakra-ui/react';
import { DailyLogin } from './daily-login.tsx';
import { DailyPlays } from './daily-plays.tsx';
import { LastDays } from './last-days.tsx';

/** What a day brings: for ten plays, for coming back, and how often it did; `isShort` where there is little room (S-30). */
export function Rewards({ isShort = false }: { isShort?: boolean }) {
  const gap = isShort ? '14px' : '16px';
  return (
    <Flex
      direction="column"
      css={{ '& > * + *': { borderTop: '1px solid {colors.border}', marginTop: gap, paddingTop: gap } }}
    >
      <DailyPlays />
      <DailyLogin />
      <LastDays isShort={isShort} />
    </Flex>
  );
}
