import { Moon } from 'lucide';
import { Icon } from '../design/icon.tsx';
import { lazyPart } from '../design/lazy-part.tsx';
import { Box, styled } from '../design/styled.tsx';
import { LoudnessSwitch } from '../playback/output/loudness-switch.tsx';
import { menuEntryStyle } from './menu-entry.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { youTexts } from './you-texts.ts';

const UpNextSwitch = lazyPart(
  () => import('../playback/player/up-next/up-next-switch.tsx').then((m) => m.UpNextSwitch),
  'invisible',
);

/** Settings that are stored on this device only, also for guests. */
export function MenuSettings() {
  return (
    <>
      <LoudnessSwitch />
      <Box minHeight="54px">
        <UpNextSwitch />
      </Box>
      <styled.div css={menuEntryStyle}>
        <Icon of={Moon} size={22} />
        <Box flex="1">{youTexts.appearance}</Box>
        <ThemeChoice />
      </styled.div>
    </>
  );
}
