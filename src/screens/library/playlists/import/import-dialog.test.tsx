import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ActOutcome, RemoteApi, Scope } from '../../../../../sync/client.ts';
import { renderFor, trackOf } from '../../../../testing/scope-test.tsx';
import { scriptedPlaylists } from '../../../../testing/scripted-playlists.ts';
import { ImportDialog } from './import-dialog.tsx';

const ids = ['0b9d7c1e-2f34-4a56-8b78-9c0d1e2f3a4b', '1b9d7c1e-2f34-4a56-8b78-9c0d1e2f3a4b'] as const;
const kiln = trackOf(ids[0], { title: 'Kiln' });

type Answer = ActOutcome<readonly (string | null)[]>;

async function open(act: (entries: readonly unknown[]) => Answer | Promise<Answer>) {
  const { api, calls } = scriptedPlaylists([], [kiln, trackOf(ids[1])]);
  const [onMade, onClose] = [vi.fn(), vi.fn()];
  const asked: unknown[] = [];
  const scope: Partial<Scope> = {
    userId: 'me',
    visitTracks: () => Promise.resolve(),
    tracksById: (wanted) => Promise.resolve([kiln].filter(({ id }) => wanted.includes(id))),
    remote: () =>
      Promise.resolve({
        act: (_act: unknown, entries: readonly unknown[]) => {
          asked.push(entries);
          return Promise.resolve(act(entries));
        },
      } as unknown as RemoteApi),
  };
  const { unmount } = await renderFor(scope, <ImportDialog api={api} onMade={onMade} onClose={onClose} />);
  return { calls, asked, onMade, onClose, unmount };
}

const choose = async (name: string, text: string) =>
  userEvent.upload(page.getByLabelText('Choose a file'), new File([text], name));
const done = (value: readonly (string | null)[]): Answer => ({ kind: 'done', value });

it('makes a playlist of the tracks that are here, in their order, and names the others', async () => {
  const { calls, asked, onMade, onClose } = await open((entries) =>
    done(entries.map((_, at) => (at === 1 ? ids[1] : null))),
  );
  const m3u = [
    '#EXTM3U',
    '#PLAYLIST:Night bus',
    '#EXTINF:1,Nína - Missing',
    'a.mp3',
    '#EXTINF:1,Kiln - Kiln',
    `# https://example.com/track/${ids[0]}`,
    'b.mp3',
    '#EXTINF:1,Juno - Ash',
    'c.mp3',
  ];
  await choose('night.m3u8', m3u.join('\n'));
  await expect.element(page.getByText('2 of 3 tracks found here')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Not found' })).toHaveTextContent('Missing, Nína');
  // Entries that were not found are requested once more, with artist and title swapped.
  expect(asked).toEqual([
    [
      { artist: 'Nína', title: 'Missing' },
      { artist: 'Juno', title: 'Ash' },
    ],
    [{ artist: 'Missing', title: 'Nína' }],
  ]);
  await page.getByRole('textbox', { name: 'Name of the playlist' }).fill('');
  await page.getByRole('button', { name: 'Make playlist' }).click();
  await expect.element(page.getByText('A playlist needs a name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of the playlist' }).fill('Bus');
  await page.getByRole('button', { name: 'Make playlist' }).click();
  await expect.poll(() => onMade.mock.calls).toEqual([['made 1']]);
  expect(calls).toEqual([
    ['create', 'Bus'],
    ['add', 'made 1', [...ids]],
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks for twenty tracks at a time', async () => {
  const { asked } = await open((entries) => done(entries.map(() => null)));
  await choose('many.csv', `artist,title\n${Array.from({ length: 45 }, (_, n) => `Kiln,Song ${n}`).join('\n')}`);
  await expect.element(page.getByText('0 of 45 tracks found here')).toBeVisible();
  expect(asked.map((entries) => (Array.isArray(entries) ? entries.length : 0))).toEqual([20, 20, 5]);
});

it('asks for nothing more once it is closed', async () => {
  let answer = () => undefined as void;
  const { asked, unmount } = await open(
    (entries) => new Promise((resolve) => (answer = () => resolve(done(entries.map(() => null))))),
  );
  await choose('many.csv', `artist,title\n${Array.from({ length: 45 }, (_, n) => `Kiln,Song ${n}`).join('\n')}`);
  await expect.poll(() => asked.length).toBe(1);
  await unmount();
  answer();
  // The answer has arrived once the browser has handled a key.
  await userEvent.keyboard('{Escape}');
  expect(asked.length).toBe(1);
});

it('names the playlist after the whole name of the file, and says how many tracks of a long file were left out', async () => {
  await open((entries) => done(entries.map(() => ids[1])));
  await choose('Rock_-_Best.csv', `artist,title\n${'Kiln,Ash\n'.repeat(1200)}`);
  await expect.element(page.getByText('1,000 of 1,000 tracks found here')).toBeVisible();
  await expect
    .element(page.getByText('A playlist holds 1,000 tracks. The last 200 of the file were left out.'))
    .toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Name of the playlist' })).toHaveValue('Rock - Best');
});

it('says what is wrong with a file, or that the network is needed; then another file can be chosen', async () => {
  await open(() => ({ kind: 'failed', failure: { kind: 'network' } }));
  await choose('letter.txt', 'Dear Nína,\nhow are you?');
  await expect.element(page.getByRole('alert')).toHaveTextContent('This file has no list of tracks.');
  await choose('kiln.csv', 'artist,title\nKiln,Ash\n');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/network/i);
  await expect.element(page.getByRole('button', { name: 'Make playlist' })).toBeDisabled();
});
