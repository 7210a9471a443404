import { Box } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { useBottomBars } from '../lib/bottom-bars.ts';
import { ListeningBar } from './listening.tsx';

/** What stands at the bottom of every page: the controls of what sounds, and the page's own bar under them. */
export function BottomBar({ children }: { children?: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useBottomBars(bar);
  return (
    <Box ref={bar} position="sticky" bottom="0" zIndex="player">
      <ListeningBar />
      {children}
    </Box>
  );
}
