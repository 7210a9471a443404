import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { BetaGatePage } from '../../screens/beta-gate/beta-gate-page.tsx';
import { attributes } from '../contract.ts';
import { rulesOfClasses } from '../../design/classes.ts';
import { systemWithGlobals } from '../../design/system-with-globals.ts';
import { PlayDisc } from '../../components/track/play-disc.tsx';
import { ExploreFrame } from './explore-frame.tsx';

const STYLE = /<style[^>]*>(.*?)<\/style>/gs;

interface PrerenderedPage {
  html: string;
  css: string;
}

export function prerenderPages(): {
  rules: string;
  gate: PrerenderedPage;
  explore: PrerenderedPage;
  discs: PrerenderedPage;
} {
  const globalStyles = renderToString(<ChakraProvider value={systemWithGlobals}>{null}</ChakraProvider>);
  const rejectUnlock = () => Promise.reject(new Error('A build cannot unlock'));
  return {
    rules: [...globalStyles.matchAll(STYLE)].map(([, rules]) => rules).join(''),
    gate: prerender(<BetaGatePage radio={null} unlock={rejectUnlock} onUnlocked={() => undefined} />),
    explore: prerender(<ExploreFrame />),
    discs: prerender(<Discs />),
  };
}

/** Each state of the play button, so that the boot page can switch between play and pause. */
function Discs() {
  return (['corner', 'full'] as const).flatMap((place) =>
    [true, false].map((isSounding) => (
      <PlayDisc
        key={`${place} ${isSounding}`}
        track={{ title: '', audioSrc: '' }}
        isSounding={isSounding}
        isUnplayable={false}
        onPlay={() => undefined}
        place={place}
      />
    )),
  );
}

function prerender(page: ReactNode): PrerenderedPage {
  const html = renderToString(page).replaceAll(' style="', ` ${attributes.style}="`);
  const names = new Set(html.match(/\buc-[a-z0-9]+/g));
  return { html, css: rulesOfClasses(names).join('') };
}
