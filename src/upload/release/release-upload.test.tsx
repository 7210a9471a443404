import { downloadZip } from 'client-zip';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OwnReleaseView, UploadApi, UploadRecord, UploadStage } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { id3Frames, join, latin, mp3 } from '../../../sync/media/sample-files.ts';
import { releaseDevice } from '../../testing/release-device.ts';
import { renderFor } from '../../testing/scope-test.tsx';
import { deliverDropped } from '../dropped-files.ts';
import { UploadPage } from '../upload-page.tsx';

let fill = 0;

/** An MP3 whose sound differs from that of every other one. */
function track(name: string, tags: readonly (readonly [id: string, text: string])[] = []): File {
  fill += 1;
  const frames = tags.map(([id, text]) => [id, join([Uint8Array.of(0), latin(text)])] as const);
  const bytes = join([...(frames.length > 0 ? [id3Frames(3, frames)] : []), mp3({ frames: 200, fill })]);
  return new File([bytes.slice()], name, { type: 'audio/mpeg' });
}

const tide = (number: string, title: string) =>
  track(`${title}.mp3`, [
    ['TIT2', title],
    ['TALB', 'Tide Tables'],
    ['TPE1', 'Ines Calder'],
    ['TCON', 'Ambient'],
    ['TRCK', number],
  ]);

const picker = page.getByLabelText('Add MP3 files or a ZIP');
const field = (name: string) => page.getByRole('textbox', { name });
const titles = () =>
  page
    .getByRole('list', { name: 'Tracks in order' })
    .getByRole('listitem')
    .elements()
    .map((row) =>
      row.textContent?.replace(/(\d+:\d\d|Title from the file|No slot|No file).*$/u, '').replace(/^\d+/u, ''),
    );

async function open(device = releaseDevice()) {
  await renderFor(device.scope, <UploadPage />);
  await expect.element(field('Release title')).toBeVisible();
  return device;
}

async function addTides(numbers = ['2', '10', '1']) {
  const names: Record<string, string> = { '1': 'Low Water', '2': 'High Water', '10': 'Flood' };
  await userEvent.upload(
    picker,
    numbers.map((number) => tide(number, names[number] ?? number)),
  );
}

async function submit() {
  await page.getByLabelText('I own the rights to these recordings').click();
  await page.getByRole('button', { name: 'Upload release' }).click();
  await expect.element(page.getByRole('button', { name: 'Upload another release' })).toBeVisible();
}

const stagesOf = (records: readonly UploadRecord[] | null) =>
  (records ?? []).map(({ form, stage }) => [form.title, stage.kind]);

/** A release whose creation is queued. */
const queuedRelease = (id: string, places: readonly string[]): OwnReleaseView => ({
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

describe('the upload of a release', () => {
  it('puts chosen files in the order of the album, and fills the form from their tags', async () => {
    await open();
    await addTides();
    await expect.poll(titles).toEqual(['Low Water', 'High Water', 'Flood']);
    await expect.element(field('Release title')).toHaveValue('Tide Tables');
    await expect.element(field('Artist name')).toHaveValue('Ines Calder');
    await expect.element(page.getByLabelText('Genre')).toHaveValue('Ambient');
    await expect.element(page.getByRole('radio', { name: 'EP' })).toBeChecked();
    await expect.element(page.getByText('3 of 3 slots left, this release takes 3')).toBeVisible();
  });

  it('reads a ZIP, whose folders order the discs, and names what it leaves out', async () => {
    await open(releaseDevice({ level: 4, slots: 5 }));
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
    await open(device);
    await expect.element(field('Artist name')).toHaveValue('');
    me.set(known);
    await expect.element(field('Artist name')).toHaveValue(known?.profile?.artist_name ?? '');
    await field('Artist name').fill('');
    me.set(known && { ...known });
    await addTides(['1']);
    await expect.element(field('Artist name')).toHaveValue('Ines Calder');
  });

  it('takes the artist of the album, and keeps those of its tracks', async () => {
    const device = await open();
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
    await submit();
    expect(device.records.get()?.map(({ form }) => form.artistName)).toEqual(['Kite', 'Tidal Records']);
  });

  it('shows the own artist of a track, which can be changed and removed', async () => {
    const device = await open();
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
    await submit();
    expect(device.records.get()?.map(({ form }) => form.artistName)).toEqual(['Kite Weather', 'Ines']);
  });

  it('says what is wrong with a ZIP', async () => {
    await open();
    await userEvent.upload(picker, new File(['no zip'], 'tides.zip', { type: 'application/zip' }));
    await expect.element(page.getByText('This ZIP is damaged or not a ZIP.')).toBeVisible();
  });

  it('keeps what is typed from the first letter on, with the order of the tracks', async () => {
    const device = await open();
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
    const device = await open(releaseDevice({ slots: 2, level: 4 }));
    await addTides();
    await expect.element(page.getByText('No slot left. Level 5 brings 7 upload slots.')).toBeVisible();
    await submit();
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

  it('forgets the question about a duplicate once it is sent', async () => {
    await open();
    const file = tide('1', 'Low Water');
    await userEvent.upload(picker, file);
    await expect.poll(titles).toEqual(['Low Water']);
    await userEvent.upload(picker, file);
    await expect.element(page.getByRole('button', { name: 'Leave it out' })).toBeVisible();
    await submit();
    expect(page.getByRole('button', { name: 'Leave it out' }).elements()).toEqual([]);
  });

  it('is created once, even if its start failed the first time', async () => {
    const device = await open();
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
    const device = await open();
    await addTides(['1']);
    await expect.poll(titles).toEqual(['Low Water']);
    await submit();
    await page.getByRole('button', { name: 'Upload another release' }).click();
    await expect.element(field('Release title')).toHaveValue('');
    await userEvent.upload(picker, track('Next.mp3'));
    await expect.poll(titles).toEqual(['Next']);
    const [first, next] = (device.records.get() ?? []).map(({ release }) => release?.id);
    expect(next).not.toBe(first);
  });

  it('is not created again if the page was closed during the submit', async () => {
    const device = await open();
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
    void device.scope.uploads?.alone('draft:release', { signal: new AbortController().signal }, otherTab);
    await renderFor(device.scope, <UploadPage />);
    await expect.element(page.getByText('This release is open in another tab.')).toBeVisible();
    await expect.element(field('Release title')).not.toBeInTheDocument();
    close();
    await expect.element(field('Release title')).toBeVisible();
  });

  it('asks for a later date than now', async () => {
    const device = await open();
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

describe('a release that was sent', () => {
  const refused: UploadStage = { kind: 'draft', refusal: { title: 'Submission Rejected', text: 'Restricted words.' } };

  async function openRefused() {
    const device = await open();
    await addTides(['1', '2']);
    await expect.poll(titles).toEqual(['Low Water', 'High Water']);
    await submit();
    const records = device.records.get() ?? [];
    const places = records.flatMap(({ release }) => release?.place ?? []);
    device.own.set([queuedRelease(records[0]?.release?.id ?? '', places)]);
    device.records.set(records.map((record, at) => (at === 0 ? { ...record, stage: refused } : record)));
    await expect.element(page.getByText('Restricted words.')).toBeVisible();
    return { ...device, place: records[0]?.release?.place ?? '', id: records[0]?.release?.id ?? '' };
  }

  it('lets a refused track be renamed and sent again into the same place', async () => {
    const device = await openRefused();
    await page.getByRole('button', { name: 'Rename Low Water' }).click();
    await field('New title of Low Water').fill('Ebb');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Send Ebb' }).click();
    await expect.poll(() => stagesOf(device.records.get())[0]).toEqual(['Ebb', 'sending']);
    expect(device.records.get()?.[0]?.release).toEqual({ id: device.id, place: device.place });
  });

  it('lets the own artist of a refused track be changed before it is sent again', async () => {
    const device = await openRefused();
    const named = (device.records.get() ?? []).map((record, at) =>
      at === 0 && record.release
        ? {
            ...record,
            release: { ...record.release, artistName: 'Kite' },
            form: { ...record.form, artistName: 'Kite' },
          }
        : record,
    );
    device.records.set(named);
    await page.getByRole('button', { name: 'Kite: change the artist of Low Water' }).click();
    await field('Artist of Low Water').fill('Ghost Tram');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Ghost Tram: change the artist of Low Water' }).click();
    await field('Artist of Low Water').fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'change the artist of Low Water' })).not.toBeInTheDocument();
    await expect.poll(() => device.records.get()?.[0]?.form.artistName).toBe('Ines Calder');
    expect(device.records.get()?.[0]?.release).toEqual({ id: device.id, place: device.place });
    await page.getByRole('button', { name: 'Send Low Water' }).click();
    await expect.poll(() => stagesOf(device.records.get())[0]).toEqual(['Low Water', 'sending']);
  });

  it('loses the place of a refused track that is removed', async () => {
    const device = await openRefused();
    await page.getByRole('button', { name: 'Remove Low Water' }).click();
    await expect.poll(() => device.removed).toEqual([[device.id, device.place]]);
    expect(stagesOf(device.records.get())).toEqual([['High Water', 'sending']]);
  });

  it('is forgotten on the device once all its tracks have arrived', async () => {
    const device = await open();
    await addTides(['1']);
    await expect.poll(titles).toEqual(['Low Water']);
    await submit();
    device.records.set(
      (device.records.get() ?? []).map((record) => ({ ...record, stage: { kind: 'done', slotsLeft: 2 } })),
    );
    await expect.element(page.getByText('1 of 1 arrived')).toBeVisible();
    await page.getByRole('button', { name: 'Upload another release' }).click();
    await expect.poll(() => device.records.get()).toEqual([]);
    await expect.poll(() => device.values.get('upload-releases')).toMatchObject({ sent: [] });
  });
});
