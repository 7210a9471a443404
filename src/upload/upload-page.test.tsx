import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeviceApi } from '../../sync/api.ts';
import type {
  PendingAction,
  Procedures,
  Scope,
  Transfer,
  UploadApi,
  UploadRecord,
  UploadStage,
} from '../../sync/client.ts';
import { mp3 } from '../../sync/media/sample-files.ts';
import { renderFor, expectAnnounced, meWith, restingStatus } from '../testing/scope-test.tsx';
import { createLive } from '../../sync/model/live.ts';
import { emptyForm } from './upload-form.ts';
import { UploadPage } from './upload-page.tsx';
import { newDraft, newFile } from './upload-record.ts';

const recordIn = (stage: UploadStage): UploadRecord => ({
  ...newDraft('u1', { ...emptyForm, title: 'Night Bus' }),
  stage,
});

const device: DeviceApi = {
  get: () => Promise.resolve(undefined),
  put: () => Promise.resolve(),
  text: () => null,
  setText: () => true,
};

/** Opens the page before the stored uploads are loaded. `withLock` decides whether this tab gets a draft's lock. */
async function openPage(
  withLock: UploadApi['withLock'] = (_name, _options, work) => work(),
  pending = createLive<readonly PendingAction[]>([]),
) {
  const records = createLive<readonly UploadRecord[] | null>(null);
  const uploads: Partial<UploadApi> = {
    records,
    transfers: createLive<ReadonlyMap<string, Transfer>>(new Map()),
    withLock,
    files: () => Promise.resolve(null),
  };
  const procedures: Partial<Procedures> = { checkUploadSlots: () => new Promise(() => undefined) };
  const scope: Partial<Scope> = {
    userId: 'me',
    me: createLive(meWith(0)),
    isLocked: createLive(false),
    pending,
    genres: createLive([]),
    uploads: uploads as UploadApi,
    procedures: procedures as Procedures,
    status: createLive(restingStatus('online')),
    device,
    onClose: () => () => undefined,
  };
  await renderFor(scope, <UploadPage />);
  await expect.element(page.getByRole('heading', { name: 'Upload' })).toBeVisible();
  return records;
}

const picker = page.getByLabelText('Choose an MP3');
const title = page.getByRole('textbox', { name: 'Title' });

it('no form is shown before the stored uploads are loaded', async () => {
  const records = await openPage();
  await expect.element(picker).not.toBeInTheDocument();
  await expect.element(title).not.toBeInTheDocument();
  records.set([recordIn({ kind: 'done', slotsLeft: 2 })]);
  await expect.element(page.getByText('Track uploaded successfully!')).toBeVisible();
  await expect.element(picker).not.toBeInTheDocument();
});

it('no form is shown before it is known whether another tab holds the draft', async () => {
  let hold = () => {};
  const records = await openPage((_name, _options, work) =>
    new Promise<void>((resolve) => (hold = resolve)).then(work),
  );
  records.set([recordIn({ kind: 'draft', refusal: null })]);
  await expect.element(title).not.toBeInTheDocument();
  hold();
  await expect.element(title).toHaveValue('Night Bus');
});

it('an empty form is shown if there are no stored uploads', async () => {
  const records = await openPage();
  records.set([]);
  await expect.element(picker).toBeInTheDocument();
  await expect.element(title).toHaveValue('');
});

type Write = <T>(work: () => T) => Promise<T>;

async function openStored(stored: readonly UploadRecord[], write: Write = async (work) => work()) {
  const records = createLive<readonly UploadRecord[] | null>(stored);
  const uploads: Partial<UploadApi> = {
    records,
    transfers: createLive<ReadonlyMap<string, Transfer>>(new Map()),
    withLock: (_name, _options, work) => work(),
    files: () => Promise.resolve(null),
    putFiles: () => Promise.resolve(),
    add: (record) => write(() => records.set([...(records.get() ?? []), record])),
    remove: (id) => write(() => records.set((records.get() ?? []).filter((record) => record.id !== id))),
    change: (id, decide) =>
      write(() => {
        const changed = (records.get() ?? []).map((record) => {
          const next = record.id === id ? decide(record) : 'keep';
          return next === 'keep' ? record : next;
        });
        records.set(changed);
        return changed.find((record) => record.id === id) ?? null;
      }),
  };
  const scope: Partial<Scope> = {
    userId: 'me',
    pending: createLive([]),
    status: createLive(restingStatus('online')),
    me: createLive(meWith(0)),
    isLocked: createLive(false),
    genres: createLive([]),
    uploads: uploads as UploadApi,
    tracksOf: () => createLive([]),
    procedures: { checkUploadSlots: () => new Promise(() => undefined) } as Partial<Procedures> as Procedures,
    device,
    onClose: () => () => undefined,
  };
  await renderFor(scope, <UploadPage />);
  return records;
}

it('everything typed is stored in order, however slow the device is', async () => {
  const waiting: (() => void)[] = [];
  const write: Write = (work) => new Promise((resolve) => waiting.push(() => resolve(work())));
  const records = await openStored([], write);
  await title.fill('Night');
  await title.fill('Night Bus');
  await page.getByLabelText('Artist name').fill('Ines');
  // Each write begins when the previous one has ended.
  for (const _ of Array.from({ length: 4 })) {
    await expect.poll(() => waiting).toHaveLength(1);
    waiting.shift()?.();
  }
  await expect
    .poll(() => records.get()?.map(({ form }) => [form.title, form.artistName]))
    .toEqual([['Night Bus', 'Ines']]);
});

it('a change that the device cannot store is reported, and stays in the form', async () => {
  await openStored([], () => Promise.reject(new Error('the disk is full')));
  await title.fill('Night Bus');
  await expectAnnounced('Not saved on this device');
  await expect.element(title).toHaveValue('Night Bus');
});

it('the next draft opens if another tab removes the open upload', async () => {
  const draft = (id: string) => ({ ...newDraft(id, { ...emptyForm, title: id }), startedAt: 0 });
  const records = await openStored([draft('Day Bus'), draft('Night Bus')]);
  await expect.element(title).toHaveValue('Night Bus');
  records.set((records.get() ?? []).filter(({ id }) => id !== 'Night Bus'));
  await expect.element(title).toHaveValue('Day Bus');
  records.set([]);
  await expect.element(title).toHaveValue('');
});

it('a cover that is not square is cropped first, or left out', async () => {
  const canvas = new OffscreenCanvas(300, 200);
  canvas.getContext('2d')?.fillRect(0, 0, 300, 200);
  const cover = new File([await canvas.convertToBlob({ type: 'image/png' })], 'wide.png', { type: 'image/png' });
  const records = await openStored([]);
  const dialog = page.getByRole('dialog', { name: 'Cut the cover to a square' });
  await userEvent.upload(page.getByLabelText('Add cover'), cover);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(records.get()).toEqual([]);
  await userEvent.upload(page.getByLabelText('Add cover'), cover);
  await dialog.getByRole('button', { name: 'Use this square' }).click();
  await expect.poll(() => records.get()?.map((record) => record.cover?.name)).toEqual(['wide.png']);
});

it('a duplicate file needs a confirmation', async () => {
  const records = await openStored([]);
  const file = () => new File([mp3({ frames: 200 }).slice()], 'night.mp3', { type: 'audio/mpeg' });
  const withFile = () => (records.get() ?? []).filter(({ audio }) => audio !== null).length;
  await userEvent.upload(picker, [file(), file()]);
  const uploadAnyway = page.getByRole('button', { name: 'Upload anyway' });
  await expect.element(page.getByText('night.mp3 is here already')).toBeVisible();
  expect(withFile()).toBe(1);
  await uploadAnyway.click();
  await expect.poll(withFile).toBe(2);
  await expect.element(uploadAnyway).not.toBeInTheDocument();
});

it('the page shows that a track waits for the server’s rate limit, and when it continues', async () => {
  const sound = { name: 'night-bus.mp3', type: 'audio/mpeg', bytes: 1000, durationMs: 60_000 };
  const record = { ...recordIn({ kind: 'creating' }), audio: { ...newFile('me', sound), isUp: true }, sentBytes: 1000 };
  const pending = createLive<readonly PendingAction[]>([]);
  // Another tab runs the upload.
  const records = await openPage(() => new Promise(() => undefined), pending);
  records.set([record]);
  const button = page.getByRole('button', { name: /^(Uploading\.\.\.|Goes on at 14:05)$/ });
  await expect.element(button).toHaveTextContent('Uploading...');
  const state = {
    kind: 'retrying',
    failures: { all: 0, alone: 0 },
    next_at: new Date(2027, 0, 1, 14, 4, 30).getTime(),
    why: { code: 'too_fast', message: 'Too fast. Please wait a while and try again.' },
  } as const;
  const action: PendingAction = {
    id: 'a',
    kind: 'track.create',
    payload: { track_id: record.trackId },
    createdAt: 0,
    state,
    isEditable: false,
  };
  pending.set([action]);
  await expect.element(page.getByText('The server takes only so many an hour. This goes on at 14:05.')).toBeVisible();
  await expect.element(button).toHaveTextContent('Goes on at 14:05');
  pending.set([{ ...action, state: { kind: 'answered' } }]);
  await expect.element(button).toHaveTextContent('Uploading...');
  await expect.element(page.getByText('only so many an hour')).not.toBeInTheDocument();
});
