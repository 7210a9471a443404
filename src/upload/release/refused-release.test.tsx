import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PendingAction, UploadRecord, UploadStage } from '../../../sync/client.ts';
import { momentOf } from '../../platform/format.ts';
import { localOfIso } from '../../platform/local-date.ts';
import { renderFor } from '../../testing/scope-test.tsx';
import { releaseDevice } from '../../testing/release-device.ts';
import { uploadOf } from '../../testing/upload-device.ts';
import { UploadPage } from '../upload-page.tsx';

const refusedTrack: UploadStage = { kind: 'draft', refusal: { title: 'Upload failed', text: 'Too long.' } };

function upload(id: string, stage: UploadStage): UploadRecord {
  return uploadOf(id, { release: { id: 'r', place: `place of ${id}` }, trackId: `track of ${id}`, stage });
}

function trackCreation(id: string, state: PendingAction['state']): PendingAction {
  const payload = { track_id: `track of ${id}`, title: id, artist_name: 'Ines', release_id: 'r' };
  return { id: `creation of ${id}`, kind: 'track.create', payload, createdAt: 0, state, isEditable: true };
}

/** A sent release that the server has refused, with an upload that was refused before, and an upload that waits. */
async function open({ places = ['place of one', 'place of two'], code = 'restricted_words', publishAt = '' } = {}) {
  const device = releaseDevice();
  device.records.set([upload('one', refusedTrack), upload('two', { kind: 'creating' })]);
  device.values.set('upload-releases', {
    draft: null,
    sent: [{ id: 'r', title: 'Tides', artistName: 'Ines', publishAt: null, order: ['one', 'two'] }],
  });
  const dead = (code: string) => ({ kind: 'dead', error: { code, message: 'Restricted words.' } }) as const;
  const release: PendingAction = {
    id: 'creation',
    kind: 'release.create',
    payload: {
      release_id: 'r',
      title: 'Tides',
      artist_name: 'Ines',
      notes: '',
      kind: null,
      publish_at: publishAt || null,
      places,
    },
    createdAt: 0,
    state: dead(code),
    isEditable: true,
  };
  device.pending.set([release, trackCreation('two', dead('dependency'))]);
  const edits: [id: string, changes: Record<string, unknown>][] = [];
  // Like the queue, which sends an edited release again, and then its track.
  device.scope.edit = (id, changes) => {
    edits.push([id, changes]);
    const again = { kind: 'queued' } as const;
    device.pending.set([
      { ...release, id: 'second creation', payload: { ...release.payload, ...changes }, state: again },
      trackCreation('two', again),
    ]);
    return Promise.resolve(true);
  };
  await renderFor(
    device.scope,
    <main>
      <UploadPage />
    </main>,
  );
  await expect.element(page.getByText('The release was refused: Restricted words.')).toBeVisible();
  return { ...device, release, edits };
}

it('a refused release is sent again with its tracks, under the artist name that was typed', async () => {
  const { edits, records } = await open();
  expect(page.getByRole('button', { name: 'Send one' }).elements()).toEqual([]);
  await page.getByRole('textbox', { name: 'Artist name' }).fill('Ines Calder');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => edits)
    .toEqual([
      ['creation', { artist_name: 'Ines Calder' }],
      ['creation of two', { artist_name: 'Ines Calder' }],
    ]);
  expect(records.get()?.map(({ form }) => form.artistName)).toEqual(['Ines Calder', 'Ines Calder']);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'Send one' })).toBeVisible();
});

it('the own artist of a track that waits behind its refused release can be changed', async () => {
  const { edits, records } = await open();
  const named = (record: UploadRecord) =>
    record.release ? { ...record, release: { ...record.release, artistName: 'Kite' } } : record;
  records.set(records.get()?.map((record) => (record.id === 'two' ? named(record) : record)) ?? null);
  await page.getByRole('button', { name: /^Kite: change/ }).click();
  await page.getByRole('textbox', { name: /^Artist of/ }).fill('Ghost Tram');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Artist name' }).fill('Ines Calder');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => edits)
    .toEqual([
      ['creation', { artist_name: 'Ines Calder' }],
      ['creation of two', { artist_name: 'Ghost Tram' }],
    ]);
  expect(records.get()?.map(({ form }) => form.artistName)).toEqual(['Ines Calder', 'Ghost Tram']);
});

it('a track that is removed from a refused release leaves its places, and the release is sent again', async () => {
  const { edits, records, removed } = await open();
  await page.getByRole('button', { name: 'Remove one' }).click();
  await expect.poll(() => records.get()?.map(({ id }) => id)).toEqual(['two']);
  expect([edits, removed]).toEqual([[['creation', { places: ['place of two'] }]], []]);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('changes to a refused release stay while the form of a new one is shown, and are sent with the removal of a track', async () => {
  const { edits } = await open();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Three tides.');
  await page.getByRole('textbox', { name: 'Artist name' }).fill('Ines Calder');
  await page.getByRole('button', { name: 'Upload another release' }).click();
  await page.getByRole('button', { name: 'See Tides' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Three tides.');
  await page.getByRole('button', { name: 'Remove one' }).click();
  await expect
    .poll(() => edits)
    .toEqual([
      ['creation', { notes: 'Three tides.', artist_name: 'Ines Calder', places: ['place of two'] }],
      ['creation of two', { artist_name: 'Ines Calder' }],
    ]);
});

it('the only track of a refused release is removed without sending the release again', async () => {
  const { edits, records, removed } = await open({ places: ['place of one'] });
  await page.getByRole('button', { name: 'Remove one' }).click();
  await expect.poll(() => records.get()?.map(({ id }) => id)).toEqual(['two']);
  expect([edits, removed]).toEqual([[], []]);
});

it('[S-61] a release that is refused for its date is sent again with an earlier date', async () => {
  const { edits } = await open({ code: 'publish_at_too_late', publishAt: new Date('2207-03-04T18:00').toISOString() });
  const date = page.getByLabelText('Date and time');
  await expect.element(date).toHaveValue('2207-03-04T18:00');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('At most two years ahead. Choose an earlier one.')).toBeVisible();
  await expect.element(date).toHaveFocus();
  expect(edits).toEqual([]);
  const at = localOfIso(new Date(Date.now() + 86_400_000).toISOString());
  await date.fill(at);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => edits).toEqual([['creation', { publish_at: new Date(at).toISOString() }]]);
  await expect.element(page.getByText(`Shows on ${momentOf(new Date(at).toISOString())}`)).toBeVisible();
});

it('a release that is refused for its date is sent again without a date', async () => {
  const { edits } = await open({ code: 'publish_at_too_late', publishAt: '2207-03-04T18:00:00.000Z' });
  await page.getByRole('radio', { name: 'As soon as it is here' }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => edits).toEqual([['creation', { publish_at: null }]]);
});

it('a half-typed date is not sent with the removal of a track', async () => {
  const { edits } = await open({ code: 'publish_at_too_late', publishAt: '2207-03-04T18:00:00.000Z' });
  await page.getByLabelText('Date and time').fill('');
  await page.getByRole('button', { name: 'Remove one' }).click();
  await expect.poll(() => edits).toEqual([['creation', { places: ['place of two'] }]]);
});

it('no date is offered if another field was refused', async () => {
  await open({ publishAt: '2207-03-04T18:00:00.000Z' });
  await expect.element(page.getByRole('radio', { name: 'Later' })).not.toBeInTheDocument();
});

it('changes typed into a refused release are dropped once another action replaces its action', async () => {
  const { edits, pending, release } = await open();
  await page.getByRole('textbox', { name: 'Notes' }).fill('Three tides.');
  pending.set([{ ...release, payload: { ...release.payload, title: 'Low Tides' } }]);
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Low Tides');
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Three tides.');
  pending.set([{ ...release, id: 'changed creation', payload: { ...release.payload, notes: 'Two tides.' } }]);
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Two tides.');
  await page.getByRole('textbox', { name: 'Title' }).fill('High Tides');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => edits).toEqual([['changed creation', { title: 'High Tides' }]]);
});

it('a release whose date has passed shows as soon as its tracks have arrived', async () => {
  const device = releaseDevice();
  device.records.set([upload('one', { kind: 'creating' })]);
  device.values.set('upload-releases', {
    draft: null,
    sent: [{ id: 'r', title: 'Tides', artistName: 'Ines', publishAt: '2020-01-01T00:00:00Z', order: ['one'] }],
  });
  await renderFor(device.scope, <UploadPage />);
  await expect.element(page.getByText('Shows once it has arrived.')).toBeVisible();
});
