import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { cache } from './classes.ts';
import { system } from './system.ts';

/** For Chakra's own components, which share our elements' cache of rules. Our own elements need no provider. */
export function SystemProvider({ value = system, children }: { value?: SystemContext; children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={value}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
