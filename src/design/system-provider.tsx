import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import createEmotion from '@emotion/css/create-instance';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { moveRulesIntoLayer } from './recipe-rules.ts';
import { system } from './system.ts';

const { cache } = createEmotion({ key: 'css' });
moveRulesIntoLayer(cache);

/** The providers for Chakra's own components, with `moveRulesIntoLayer` to avoid layouts. Our own elements need no provider. */
export function SystemProvider({ value = system, children }: { value?: SystemContext; children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={value}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
