import { ChakraProvider } from '@chakra-ui/react';
import { renderToString } from 'react-dom/server';
import { BetaGatePage } from '../features/beta-gate/beta-gate-page.tsx';
import { rulesOfClasses } from '../ui/classes.ts';
import { system } from '../ui/system.ts';
import { wholeSystem } from '../ui/whole-system.ts';

const STYLE = /<style[^>]*>(.*?)<\/style>/gs;

/** What a build writes into the page: the rules that hold for every element, and the gate with those that it needs beside them. */
export function drawPage(): { rules: string; gate: { html: string; css: string } } {
  const everywhere = renderToString(<ChakraProvider value={wholeSystem}>{null}</ChakraProvider>);
  const nobody = () => Promise.reject(new Error('There is nobody in a build'));
  const drawn = renderToString(
    <ChakraProvider value={system}>
      <BetaGatePage radio={null} unlock={nobody} onUnlocked={() => undefined} />
    </ChakraProvider>,
  );
  // Emotion puts each rule before the first element that needs it.
  const html = drawn.replace(STYLE, '').replaceAll(' style="', ' data-style="');
  return { rules: rulesIn(everywhere), gate: { html, css: [rulesIn(drawn), ...rulesOfClasses()].join('') } };
}

function rulesIn(drawn: string): string {
  return [...drawn.matchAll(STYLE)].map(([, rules]) => rules).join('');
}
