import type { ReactNode } from 'react';
import { fromLeft, fromRight, overEdges } from '../design/edges.ts';
import { Box, Flex } from '../design/styled.tsx';

interface NoticeBarProps {
  /** `alert` interrupts a screen reader. */
  role: 'alert' | 'status';
  title: string;
  text: string;
  /** Actions at the end of the bar. */
  children?: ReactNode;
}

/** A bar across the top of every page, for a notice about the whole app. */
export function NoticeBar({ role, title, text, children }: NoticeBarProps) {
  return (
    <Flex
      role={role}
      align="center"
      gap="12px"
      {...overEdges}
      pl={{ base: fromLeft('16px'), lg: '40px' }}
      pr={{ base: fromRight('16px'), lg: '40px' }}
      py="8px"
      bg="bg.inset"
      borderBottom="1px dashed"
      borderColor="border.emphasized"
      textStyle="meta"
    >
      <Box flex="1">
        <Box fontWeight="600">{title}</Box>
        <Box color="fg.muted">{text}</Box>
      </Box>
      {children}
    </Flex>
  );
}
