import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OwnReleaseView, UploadRecord } from '../../sync/client.ts';
import { id3Frames, join, latin, mp3 } from '../../sync/media/sample-files.ts';
import { UploadPage } from '../upload/upload-page.tsx';
import { releaseDevice } from './release-device.ts';
import { renderFor } from './scope-test.tsx';

let fill = 0;

/** An MP3 whose sound differs from that of every other one. */
export function track(name: string, tags: readonly (readonly [id: string, text: string])[] = []): File {
  fill += 1;
  const frames = tags.map(([id, text]) => [id, join([Uint8Array.of(0), latin(text)])] as const);
  const bytes = join([...(frames.length > 0 ? [id3Frames(3, frames)] : []), mp3({ frames: 200, fill })]);
  return new File([bytes.slice()], name, { type: 'audio/mpeg' });
}

export const tide = (number: string, title: string) =>
  track(`${title}.mp3`, [
    ['TIT2', title],
    ['TALB', 'Tide Tables'],
    ['TPE1', 'Ines Calder'],
    ['TCON', 'Ambient'],
    ['TRCK', number],
  ]);

export const picker = page.getByLabelText('Add MP3 files or a ZIP');
export const field = (name: string) => page.getByRole('textbox', { name });
export const titles = () =>
  page
    .getByRole('list', { name: 'Tracks in order' })
    .getByRole('listitem')
    .elements()
    .map((row) =>
      row.textContent?.replace(/(\d+:\d\d|Title from the file|No slot|No file).*$/u, '').replace(/^\d+/u, ''),
    );

export async function openReleaseForm(device = releaseDevice()) {
  await renderFor(device.scope, <UploadPage />);
  await expect.element(field('Release title')).toBeVisible();
  return device;
}

export async function addTides(numbers = ['2', '10', '1']) {
  const names: Record<string, string> = { '1': 'Low Water', '2': 'High Water', '10': 'Flood' };
  await userEvent.upload(
    picker,
    numbers.map((number) => tide(number, names[number] ?? number)),
  );
}

export async function submitRelease() {
  await page.getByLabelText('I own the rights to these recordings').click();
  await page.getByRole('button', { name: 'Upload release' }).click();
  await expect.element(page.getByRole('button', { name: 'Upload another release' })).toBeVisible();
}

export const stagesOf = (records: readonly UploadRecord[] | null) =>
  (records ?? []).map(({ form, stage }) => [form.title, stage.kind]);

/** A release whose creation is queued. */
export const queuedRelease = (id: string, places: readonly string[]): OwnReleaseView => ({
  id,
  userId: 'me',
  title: 'Tide Tables',
  artistName: 'Ines Calder',
  kind: 'single',
  isKindChosen: false,
  notes: '',
  publishAt: null,
  publishedAt: null,
  createdAt: '2027-01-01T00:00:00Z',
  isPending: true,
  places: places.map((place) => ({ id: place, track: null, isAwaited: true })),
});
