import { ChakraProvider } from '@chakra-ui/react';
import { renderToString } from 'react-dom/server';
import { BetaGatePage } from '../features/beta-gate/beta-gate-page.tsx';
import { rulesOfClasses } from '../ui/classes.ts';
import { system } from '../ui/system.ts';

/** The gate as it stands before the app's code has come, drawn once a build: its markup, and the rules that it needs. */
export function drawGate(): { html: string; css: string } {
  const nobody = () => Promise.reject(new Error('There is nobody in a build'));
  const drawn = renderToString(
    <ChakraProvider value={system}>
      <BetaGatePage radio={null} unlock={nobody} onUnlocked={() => undefined} />
    </ChakraProvider>,
  );
  // Emotion puts each rule before the first element that needs it.
  const rules: string[] = [];
  const html = drawn.replace(/<style[^>]*>(.*?)<\/style>/gs, (_, rule: string) => {
    rules.push(rule);
    return '';
  });
  return { html: html.replaceAll(' style="', ' data-style="'), css: [...rules, ...rulesOfClasses()].join('') };
}
