import type { ReactNode } from 'react';
import { fromLeft, fromRight, overEdges } from '../design/edges.ts';
import { Box, Flex } from '../design/styled.tsx';

interface NoticeBarProps {
  /** `alert` interrupts a screen reader. */
  role: 'alert' | 'status';
  title: string;
  text: string;
  children?: ReactNode;
}

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
