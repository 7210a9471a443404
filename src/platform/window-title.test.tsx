import { expect, it } from 'vitest';
import { useState } from 'react';
import { page } from 'vitest/browser';
import { renderUi } from '../testing/ui-test.tsx';
import { setPageTitle, usePlayingTitle, useTitle } from './window-title.ts';

function Window() {
  const [subject, setSubject] = useState<string | null>(null);
  const [playing, setPlaying] = useState<string | null>(null);
  useTitle(subject);
  usePlayingTitle(playing);
  return (
    <>
      <button onClick={() => setSubject('Night Bus, Nina')}>Name</button>
      <button onClick={() => setPlaying('Undertow, Ann')}>Play</button>
      <button onClick={() => setPlaying('Reel, Ben')}>Next</button>
      <button onClick={() => setPlaying(null)}>Pause</button>
      <button onClick={() => setSubject(null)}>Leave</button>
    </>
  );
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

it('the window title is the playing track, else the page’s subject, else the page’s kind', async () => {
  setPageTitle('Explore');
  await renderUi(<Window />);
  expect(document.title).toBe('Explore · Undercurrent');
  await press('Name');
  expect(document.title).toBe('Night Bus, Nina · Undercurrent');
  await press('Play');
  expect(document.title).toBe('▶ Undertow, Ann');
  await press('Next');
  expect(document.title).toBe('▶ Reel, Ben');
  setPageTitle('Community');
  await press('Leave');
  expect(document.title).toBe('▶ Reel, Ben');
  await press('Pause');
  expect(document.title).toBe('Community · Undercurrent');
});
