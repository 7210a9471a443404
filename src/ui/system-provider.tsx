import { ChakraProvider, type SystemContext } from '@chakra-ui/react';
import createEmotion from '@emotion/css/create-instance';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { intoLayer } from './recipe-rules.ts';

const { cache } = createEmotion({ key: 'css' });
intoLayer(cache);

/** Chakra's system for what is drawn within, with its rules where they cost no new layout. */
export function SystemProvider({ value, children }: { value: SystemContext; children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={value}>{children}</ChakraProvider>
    </CacheProvider>
  );
}
