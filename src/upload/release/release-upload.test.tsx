import { downloadZip } from 'client-zip';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { UploadApi } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { releaseDevice } from '../../testing/release-device.ts';
import { renderFor } from '../../testing/scope-test.tsx';
import { deliverDropped } from '../dropped-files.ts';
import { UploadPage } from '../upload-page.tsx';
import {
  addTides,
  field,
  openReleaseForm,
  picker,
  queuedRelease,
  stagesOf,
  submitRelease,
  tide,
  titles,
  track,
} from '../../testing/release-form.tsx';

describe('the upload of a release', () => {
  it('puts chosen files in the order of the album, and fills the form from their tags', async () => {
    await openReleaseForm();
    await addTides();
    await expect.poll(titles).toEqual(['Low Water', 'High Water', 'Flood']);
    await expect.element(field('Release title')).toHaveValue('Tide Tables');
    await expect.element(field('Artist name')).toHaveValue('Ines Calder');
    await expect.element(page.getByLabelText('Genre')).toHaveValue('Ambient');
    await expect.element(page.getByRole('radio', { name: 'EP' })).toBeChecked();
    await expect.element(page.getByText('3 of 3 slots left, this release takes 3')).toBeVisible();
  });

  it('reads a ZIP, whose folders order the discs, and names what it leaves out', async () => {
    await openReleaseForm(releaseDevice({ level: 4, slots: 5 }));
    const zip = await downloadZip([
      { name: 'Tides/CD2/a.mp3', input: track('a.mp3') },
      { name: 'Tides/CD1/b.mp3', input: track('b.mp3') },
      { name: 'Tides/notes.txt', input: 'words' },
    ]).blob();
    await userEvent.upload(picker, new File([zip], 'tides.zip', { type: 'application/zip' }));
    await expect.poll(titles).toEqual(['b', 'a']);
    await expect.element(page.getByText('were left out: Tides/notes.txt')).toBeVisible();
  });

  it('names a new release after the profile, which may arrive later than the form', async () => {
    const device = releaseDevice();
    const known = device.scope.me?.get() ?? null;
    const me = createLive<typeof known>(null);
    device.scope.me = me;
    await openReleaseForm(device);
    await expect.element(field('Artist name')).toHaveValue('');
    me.set(known);
    await expect.element(field('Artist name')).toHaveValue(known?.profile?.artist_name ?? '');
    await field('Artist name').fill('');
    me.set(known && { ...known });
    await addTides(['1']);
    await expect.element(field('Artist name')).toHaveValue('Ines Calder');
  });

  it('takes the artist of the album, and keeps the artists of its tracks', async () => {
    const device = await openReleaseForm();
    const guest = (title: string, artist: string) =>
      track(`${title}.mp3`, [
        ['TIT2', title],
        ['TPE1', artist],
        ['TPE2', 'Tidal Records'],
      ]);
    await userEvent.upload(picker, [guest('Ebb', 'Kite'), guest('Flood', 'Tidal Records')]);
    await expect.poll(titles).toEqual(['EbbKite, ', 'Flood']);
    await expect.element(field('Artist name')).toHaveValue('Tidal Records');
    await field('Release title').fill('Voices');
    await page.getByLabelText('Genre').selectOptions('Ambient');
    await submitRelease();
    expect(device.records.get()?.map(({ form }) => form.artistName)).toEqual(['Kite', 'Tidal Records']);
  });

  it('shows the own artist of a track, which can be changed and removed', async () => {
    const device = await openReleaseForm();
    const byOther = (title: string, artist: string) =>
      track(`${title}.mp3`, [
        ['TIT2', title],
        ['TPE1', artist],
        ['TPE2', 'Tidal Records'],
      ]);
    await userEvent.upload(picker, [byOther('Ebb', 'Kite'), byOther('Flood', 'Undertow')]);
    await expect.poll(titles).toEqual(['EbbKite, ', 'FloodUndertow, ']);
    await page.getByRole('button', { name: 'Kite: change the artist of Ebb' }).click();
    await field('Artist of Ebb').fill('Kite Weather');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Undertow: change the artist of Flood' }).click();
    await field('Artist of Flood').fill('');
    await expect.element(field('Artist of Flood')).toHaveAttribute('placeholder', 'Tidal Records');
    await page.getByRole('button', { name: 'Save the artist' }).click();
    await expect.poll(titles).toEqual(['EbbKite Weather, ', 'Flood']);
    await field('Release title').fill('Voices');
    await field('Artist name').fill('Ines');
    await page.getByLabelText('Genre').selectOptions('Ambient');
    await submitRelease();
    expect(device.records.get()?.map(({ form }) => form.artistName)).toEqual(['Kite Weather', 'Ines']);
  });

  it('says what is wrong with a ZIP', async () => {
    await openReleaseForm();
    await userEvent.upload(picker, new File(['no zip'], 'tides.zip', { type: 'application/zip' }));
    await expect.element(page.getByText('This ZIP is damaged or not a ZIP.')).toBeVisible();
  });

  it('keeps the typed form from the first letter on, and the order of the tracks', async () => {
    const device = await openReleaseForm();
    await field('Release title').fill('T');
    await field('Notes').fill('Three tides.');
    await addTides(['1', '2']);
    await expect.poll(titles).toEqual(['Low Water', 'High Water']);
    const grip = page.getByRole('button', { name: 'Move High Water', exact: true });
    await grip.click();
    await userEvent.keyboard('{ArrowUp} ');
    await expect.poll(titles).toEqual(['High Water', 'Low Water']);
    await page.getByRole('button', { name: 'Rename Low Water' }).click();
    await field('New title of Low Water').fill('Ebb');
    await userEvent.keyboard('{Enter}');
    await expect.poll(titles).toEqual(['High Water', 'Ebb']);
    await page.getByRole('radio', { name: 'Tracks' }).click();
    await page.getByRole('radio', { name: 'One release' }).click();
    await expect.element(field('Release title')).toHaveValue('T');
    await expect.element(field('Notes')).toHaveValue('Three tides.');
    await expect.poll(titles).toEqual(['High Water', 'Ebb']);
    expect(device.created).toEqual([]);
  });

  it('[S-62] is created with the tracks that have a slot; the others wait as drafts', async () => {
    const device = await openReleaseForm(releaseDevice({ slots: 2, level: 4 }));
    await addTides();
    await expect.element(page.getByText('No slot left. Level 5 brings 7 upload slots.')).toBeVisible();
    await submitRelease();
    const records = device.records.get() ?? [];
    expect(stagesOf(records)).toEqual([
      ['Low Water', 'sending'],
      ['High Water', 'sending'],
      ['Flood', 'draft'],
    ]);
    const id = records[0]?.release?.id;
    expect(device.created).toEqual([
      {
        id,
        title: 'Tide Tables',
        artistName: 'Ines Calder',
        kind: null,
        notes: '',
        publishAt: null,
        places: records.slice(0, 2).map(({ release }) => release?.place),
      },
    ]);
    expect(new Set(records.map(({ release }) => release?.id))).toEqual(new Set([id]));
    expect(records.map(({ form }) => [form.artistName, form.genre, form.rightsConfirmed])).toEqual(
      Array.from({ length: 3 }, () => ['Ines Calder', 'Ambient', true]),
    );
    await expect.element(page.getByText('Shows once both have arrived.')).toBeVisible();
  });

  it('takes files that were dropped before the device was read', async () => {
    const device = releaseDevice();
    let read = () => {};
    const { get } = device.scope.device ?? {};
    const untilRead = new Promise<void>((resolve) => (read = resolve));
    Object.assign(device.scope.device ?? {}, { get: (key: string) => untilRead.then(() => get?.(key)) });
    deliverDropped({ use: 'upload', files: [track('Early.mp3')] });
    await renderFor(device.scope, <UploadPage />);
    await expect.element(page.getByRole('radio', { name: 'One release' })).toBeChecked();
    read();
    await expect.poll(titles).toEqual(['Early']);
  });

  it('drops the question about a duplicate once the release is sent', async () => {
    await openReleaseForm();
    const file = tide('1', 'Low Water');
    await userEvent.upload(picker, file);
    await expect.poll(titles).toEqual(['Low Water']);
    await userEvent.upload(picker, file);
    await expect.element(page.getByRole('button', { name: 'Leave it out' })).toBeVisible();
    await submitRelease();
    expect(page.getByRole('button', { name: 'Leave it out' }).elements()).toEqual([]);
  });

  it('is created once, even if its start failed the first time', async () => {
    const device = await openReleaseForm();
    await addTides(['1']);
    await expect.poll(titles).toEqual(['Low Water']);
    const uploads = device.scope.uploads as UploadApi;
    const { change } = uploads;
    let fails = true;
    uploads.change = (id, decide) =>
      change(id, (record) => {
        const next = decide(record);
        if (fails && next !== 'keep' && next.stage.kind === 'sending') throw new Error('full');
        return next;
      });
    await page.getByLabelText('I own the rights to these recordings').click();
    await page.getByRole('button', { name: 'Upload release' }).click();
    await expect.poll(() => device.created.length).toBe(1);
    device.pending.set([
      {
        id: 'a',
        kind: 'release.create',
        payload: { release_id: device.created[0]?.id, places: device.created[0]?.places },
        createdAt: 0,
        state: { kind: 'queued' },
        isEditable: true,
      },
    ]);
    fails = false;
    await page.getByRole('button', { name: 'Upload release' }).click();
    await expect.element(page.getByRole('button', { name: 'Upload another release' })).toBeVisible();
    expect([device.created.length, stagesOf(device.records.get())]).toEqual([1, [['Low Water', 'sending']]]);
  });

  it('never takes new files into a release that was sent', async () => {
    const device = await openReleaseForm();
    await addTides(['1']);
    await expect.poll(titles).toEqual(['Low Water']);
    await submitRelease();
    await page.getByRole('button', { name: 'Upload another release' }).click();
    await expect.element(field('Release title')).toHaveValue('');
    await userEvent.upload(picker, track('Next.mp3'));
    await expect.poll(titles).toEqual(['Next']);
    const [first, next] = (device.records.get() ?? []).map(({ release }) => release?.id);
    expect(next).not.toBe(first);
  });

  it('is not created again if the page was closed during the submit', async () => {
    const device = await openReleaseForm();
    await addTides(['1']);
    await expect.poll(titles).toEqual(['Low Water']);
    const { id = '', place = '' } = device.records.get()?.[0]?.release ?? {};
    const release = queuedRelease(id, [place]);
    await page.getByRole('radio', { name: 'Tracks' }).click();
    await expect.element(field('Release title')).not.toBeInTheDocument();
    device.own.set([release]);
    await page.getByRole('radio', { name: 'One release' }).click();
    await expect.poll(() => stagesOf(device.records.get())).toEqual([['Low Water', 'sending']]);
    await page.getByRole('button', { name: 'Upload another release' }).click();
    await expect.element(field('Release title')).toHaveValue('');
    expect(device.created).toEqual([]);
  });

  it('is edited in one tab at a time', async () => {
    const device = releaseDevice();
    let close = () => {};
    const otherTab = () => new Promise<void>((resolve) => (close = resolve));
    void device.scope.uploads?.withLock('draft:release', { signal: new AbortController().signal }, otherTab);
    await renderFor(device.scope, <UploadPage />);
    await expect.element(page.getByText('This release is open in another tab.')).toBeVisible();
    await expect.element(field('Release title')).not.toBeInTheDocument();
    close();
    await expect.element(field('Release title')).toBeVisible();
  });

  it('refuses a date that has passed', async () => {
    const device = await openReleaseForm();
    await addTides(['1']);
    await page.getByRole('radio', { name: 'Later' }).click();
    await page.getByLabelText('Date and time').fill('2020-03-04T18:00');
    await page.getByLabelText('I own the rights to these recordings').click();
    await page.getByRole('button', { name: 'Upload release' }).click();
    await expect.element(page.getByText('This time has passed. Choose a later one.')).toBeVisible();
    await expect.element(page.getByLabelText('Date and time')).toHaveFocus();
    expect(device.created).toEqual([]);
  });
});
