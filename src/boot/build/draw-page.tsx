import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { BetaGatePage } from '../../screens/beta-gate/beta-gate-page.tsx';
import { attributes } from '../contract.ts';
import { rulesOfClasses } from '../../design/classes.ts';
import { wholeSystem } from '../../design/whole-system.ts';
import { PlayDisc } from '../../components/track/play-disc.tsx';
import { ExploreFrame } from './draw-explore.tsx';

const STYLE = /<style[^>]*>(.*?)<\/style>/gs;

/** A prerendered page, and the rules it needs beside the global ones. */
interface DrawnPage {
  html: string;
  css: string;
}

/** Prerenders the global rules and the pages shown before the app. */
export function drawPages(): { rules: string; gate: DrawnPage; explore: DrawnPage; discs: DrawnPage } {
  const everywhere = renderToString(<ChakraProvider value={wholeSystem}>{null}</ChakraProvider>);
  const nobody = () => Promise.reject(new Error('There is nobody in a build'));
  return {
    rules: [...everywhere.matchAll(STYLE)].map(([, rules]) => rules).join(''),
    gate: drawn(<BetaGatePage radio={null} unlock={nobody} onUnlocked={() => undefined} />),
    explore: drawn(<ExploreFrame />),
    discs: drawn(<Discs />),
  };
}

/** The play button in each state, so that the boot page can switch between play and pause. */
function Discs() {
  return (['corner', 'whole'] as const).flatMap((place) =>
    [true, false].map((isSounding) => (
      <PlayDisc
        key={`${place} ${isSounding}`}
        track={{ title: '', audioSrc: '' }}
        isSounding={isSounding}
        isOutOfReach={false}
        onPlay={() => undefined}
        place={place}
      />
    )),
  );
}

function drawn(page: ReactNode): DrawnPage {
  const html = renderToString(page).replaceAll(' style="', ` ${attributes.style}="`);
  const names = new Set(html.match(/\buc-[a-z0-9]+/g));
  return { html, css: rulesOfClasses(names).join('') };
}
