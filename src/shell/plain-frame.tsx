import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Flex } from '../design/styled.tsx';
import { ListeningFoot } from './listening.tsx';

export function PlainFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <Flex direction="column" minHeight="100dvh">
      <Flex direction="column" flex="1">
        {children}
      </Flex>
      <ListeningFoot />
    </Flex>
  );
}
