import { useState } from 'react';
import { Segment } from '../design/segment.tsx';
import { youTexts } from './you-texts.ts';
import { applyTheme, readTheme, type Theme } from './theme.ts';

const choices: readonly { value: Theme; label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'System' },
];

export function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  const choose = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
  };
  return <Segment label={youTexts.appearance} value={theme} choices={choices} onChange={choose} />;
}
