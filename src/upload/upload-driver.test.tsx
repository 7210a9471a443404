import { afterEach, describe, expect, it } from 'vitest';
import type { PendingAction, Scope, UploadRecord } from '../../sync/client.ts';
import { renderFor, expectAnnounced } from '../testing/scope-test.tsx';
import { uploadDevice, uploadOf } from '../testing/upload-device.ts';
import { toasts } from '../engine/toast.ts';
import { driveUploads } from './upload-driver.ts';

let stop = () => {};
const drive = (scope: Scope) => {
  stop();
  stop = driveUploads(scope);
};
afterEach(() => stop());

const toastTitles = () => toasts.get().map(({ title }) => title);
const edited = (id: string, trackId: string) => ({
  id,
  kind: 'track.create' as const,
  payload: { track_id: trackId },
  createdAt: 0,
  state: { kind: 'queued' as const },
  isEditable: true,
});

const queuedTrack = () => queuedTrackOf(uploadOf('one'));

async function queuedTrackOf(record: UploadRecord) {
  const device = uploadDevice([record]);
  await renderFor(device.scope, null);
  drive(device.scope);
  await expect.poll(() => device.pending.get()).toHaveLength(1);
  return { ...device, ...record };
}

it('an upload whose track waits for the server’s rate limit yields its turn to the next upload', async () => {
  const { scope, sent, stageOf, setState, pending } = uploadDevice(['one', 'two'].map((id) => uploadOf(id)));
  drive(scope);
  await expect.poll(() => [pending.get().length, sent.length]).toEqual([1, 1]);
  // The second upload waits while the server may still answer about the first.
  expect(stageOf('two')?.kind).toBe('sending');
  for (const { id } of pending.get())
    setState(id, {
      kind: 'retrying',
      failures: { all: 0, alone: 0 },
      next_at: 1,
      why: { code: 'too_fast', message: 'Too fast.' },
    });
  await expect
    .poll(() => [stageOf('one')?.kind, stageOf('two')?.kind, sent.length])
    .toEqual(['creating', 'creating', 2]);
});

describe('the cover of a release', () => {
  const path = 'me/cover.png';
  const cover = { name: 'cover', type: 'image/png', bytes: 9, durationMs: null, path, tusUrl: null, isUp: false };
  const release = { id: 'r', place: 'p' };

  it('is sent once', async () => {
    const records = ['one', 'two'].map((id) => uploadOf(id, { cover, release }));
    const { scope, sent, pending, stageOf, apply } = uploadDevice(records);
    scope.uploads.files = () => Promise.resolve({ audio: new Blob(['sound']), cover: new Blob(['picture']) });
    drive(scope);
    await expect.poll(() => pending.get()).toHaveLength(1);
    apply(records[0]?.actionId ?? '');
    await expect.poll(() => stageOf('two')?.kind).toBe('creating');
    await expect.poll(() => pending.get().map(({ payload }) => payload['cover_path'])).toEqual([path]);
    expect(sent).toEqual([path, ...records.map(({ audio }) => audio?.path)]);
  });

  it('is sent again after the track that had it was deleted', async () => {
    const done = uploadOf('one', { cover: { ...cover, isUp: true }, release, stage: { kind: 'done', slotsLeft: 2 } });
    const { scope, sent, stageOf } = uploadDevice([done, uploadOf('two', { cover, release })]);
    scope.uploads.files = () => Promise.resolve({ audio: new Blob(['sound']), cover: new Blob(['picture']) });
    drive(scope);
    await expect.poll(() => stageOf('two')?.kind).toBe('creating');
    expect(sent[0]).toBe(path);
  });

  const isUp = { cover: { ...cover, isUp: true }, release };
  async function deletedWith(...stages: UploadRecord['stage'][]): Promise<string[]> {
    const records = stages.map((stage, i) => uploadOf(`upload ${i}`, { ...isUp, stage }));
    const { scope, stageOf } = uploadDevice(records);
    const deleted: string[] = [];
    scope.uploads.deleteFiles = (files) => {
      deleted.push(...files.map((file) => file.path));
      return Promise.resolve({ ok: true, value: null });
    };
    drive(scope);
    await expect.poll(() => stageOf('upload 0')).toEqual({ kind: 'draft', refusal: null });
    return deleted;
  }

  it('is not deleted while another track of the release is sent', async () => {
    expect(await deletedWith({ kind: 'cancelling' }, { kind: 'creating' })).not.toContain(path);
  });

  it('is deleted with the release’s last track, also if all its tracks are cancelled at once', async () => {
    expect(await deletedWith({ kind: 'cancelling' }, { kind: 'cancelling' })).toContain(path);
    expect(await deletedWith({ kind: 'cancelling' }, { kind: 'draft', refusal: null })).toContain(path);
  });
});

describe('the loudness of a track', () => {
  const queuedPayload = async (loudness?: { lufs: number; truePeakDbtp: number } | null) => {
    const record = uploadOf('one');
    if (loudness !== undefined && record.audio) record.audio = { ...record.audio, loudness };
    const device = uploadDevice([record]);
    drive(device.scope);
    await expect.poll(() => device.pending.get()).toHaveLength(1);
    return { payload: device.pending.get()[0]?.payload, stored: device.records.get()?.[0]?.audio?.loudness };
  };

  it('is sent with the track, as it was stored before an interruption', async () => {
    const loudness = { lufs: -8.31, truePeakDbtp: 0.2 };
    const { payload } = await queuedPayload(loudness);
    expect(payload).toMatchObject({ loudness_lufs: -8.31, true_peak_dbtp: 0.2 });
  });

  it('[SY-9] is stored as unknown if the file cannot be measured, so that a repeated request is the same; the upload goes on', async () => {
    const { payload, stored } = await queuedPayload();
    expect(payload).not.toHaveProperty('loudness_lufs');
    expect(stored).toBeNull();
  });
});

describe('[SY-28] the outcome of a queued track', () => {
  it('is known from the server’s answer, with the slots left, even if the track’s row has not arrived', async () => {
    const { apply, actionId, stageOf } = await queuedTrack();
    apply(actionId, { isAcknowledged: true, hasRow: false });
    await expectAnnounced('Track uploaded successfully!', '2 upload slots left');
    expect(stageOf('one')).toEqual({ kind: 'done', slotsLeft: 2 });
  });

  it('is known from the track’s row, if another tab has received the answer', async () => {
    const { apply, actionId, stageOf } = await queuedTrack();
    apply(actionId, { isAcknowledged: false, hasRow: true });
    await expect.poll(() => stageOf('one')).toEqual({ kind: 'done', slotsLeft: 3 });
  });

  it('is that the person has discarded the track, if neither action nor row exists and the replica is complete', async () => {
    const { scope, actionId, trackId, records, stageOf } = await queuedTrack();
    await scope.discard(actionId);
    await expect.poll(() => stageOf('one')).toEqual({ kind: 'draft', refusal: null });
    expect(records.get()?.[0]?.trackId).not.toBe(trackId);
    expect(toastTitles()).toEqual([]);
  });

  it('is read from the queue, not from the views, which may lag behind the queue', async () => {
    const { scope, pending, actionId, trackId, receiveRow, stageOf } = await queuedTrack();
    const discarded = pending.get();
    scope.readPending = () => Promise.resolve([]);
    pending.set([...discarded]);
    await scope.discard(actionId);
    await expect.poll(() => stageOf('one')).toEqual({ kind: 'draft', refusal: null });
    receiveRow(trackId);
    expect(toastTitles()).toEqual([]);
  });

  it('is undecided without action and row, while the views lag behind the queue or the replica is incomplete', async () => {
    for (const isBehind of [true, false]) {
      const { scope, apply, pending, actionId, trackId, isFilled, receiveRow, stageOf } = await queuedTrack();
      isFilled.set(isBehind);
      if (isBehind) {
        scope.readPending = () => Promise.resolve([]);
        pending.set([...pending.get()]);
      } else apply(actionId, { isAcknowledged: false, hasRow: false });
      // A wrong decision would be stored by now.
      await new Promise((resolve) => setTimeout(resolve));
      receiveRow(trackId);
      await expect.poll(() => stageOf('one')).toEqual({ kind: 'done', slotsLeft: 3 });
    }
  });

  it('is known from the action’s refusal', async () => {
    const { setState, actionId, pending, stageOf } = await queuedTrack();
    setState(actionId, { kind: 'dead', error: { code: 'no_slots', message: 'You have 3 of 3 tracks.' } });
    await expectAnnounced('Upload Limit Reached', 'You have 3 of 3 tracks.');
    await expect
      .poll(() => stageOf('one'))
      .toEqual({ kind: 'draft', refusal: { title: 'Upload Limit Reached', text: 'You have 3 of 3 tracks.' } });
    expect(pending.get()).toEqual([]);
  });

  it('is known from the track’s row, if an edit has given the action another id', async () => {
    const { apply, pending, trackId, queued, actionId, stageOf } = await queuedTrack();
    pending.set([edited('another', trackId)]);
    apply('another', { isAcknowledged: false, hasRow: true });
    await expect.poll(() => stageOf('one')?.kind).toBe('done');
    expect(queued).toEqual([actionId]);
  });
});

describe('[SY-9] the next visit, after a visit that ended while a track was being created,', () => {
  it('queues the track if it was not queued', async () => {
    const { scope, queued, apply, stageOf } = uploadDevice([
      uploadOf('one', { actionId: 'a', stage: { kind: 'creating' } }),
    ]);
    drive(scope);
    await expect.poll(() => queued).toEqual(['a']);
    apply('a');
    await expect.poll(() => stageOf('one')).toEqual({ kind: 'done', slotsLeft: 2 });
  });

  it('repeats the same request if the server had already answered it, and gets the same answer', async () => {
    const { scope, apply, actionId, isFilled, queued, stageOf, crash } = await queuedTrack();
    isFilled.set(false);
    stop();
    crash();
    apply(actionId, { isAcknowledged: false, hasRow: false });
    drive(scope);
    await expect.poll(() => queued).toEqual([actionId, actionId]);
    apply(actionId);
    await expect.poll(() => stageOf('one')).toEqual({ kind: 'done', slotsLeft: 2 });
  });

  it('queues nothing if the row had arrived', async () => {
    const { scope, apply, actionId, queued, stageOf, crash } = await queuedTrack();
    stop();
    crash();
    apply(actionId, { isAcknowledged: false, hasRow: true });
    drive(scope);
    await expect.poll(() => stageOf('one')).toEqual({ kind: 'done', slotsLeft: 3 });
    expect(queued).toEqual([actionId]);
  });

  it('waits for the edited action if the action was edited', async () => {
    const { scope, pending, trackId, actionId, queued, setState, stageOf, crash } = await queuedTrack();
    stop();
    crash();
    pending.set([edited('another', trackId)]);
    drive(scope);
    setState('another', { kind: 'dead', error: { code: 'no', message: 'No.' } });
    await expect.poll(() => stageOf('one')).toMatchObject({ kind: 'draft', refusal: { text: 'No.' } });
    expect([queued, pending.get()]).toEqual([[actionId], []]);
  });
});

it('[SY-28] an upload cancelled while it is sent ends as a draft, and ignores later reports of its transfer', async () => {
  let answer: (sent: { kind: 'up' }) => void = () => undefined;
  const send = () => new Promise<{ kind: 'up' }>((resolve) => (answer = resolve));
  const record = uploadOf('one');
  const { scope, sent, stageOf, records } = uploadDevice([record], { send });
  drive(scope);
  await expect.poll(() => sent).toHaveLength(1);
  await scope.uploads.change('one', (stored) => ({ ...stored, stage: { kind: 'cancelling' } }));
  await expect.poll(() => stageOf('one')).toEqual({ kind: 'draft', refusal: null });
  const draft = records.get()?.[0];
  await scope.uploads.change('one', (stored) => ({ ...stored, stage: { kind: 'sending', waitsFor: null } }));
  answer({ kind: 'up' });
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent[1]).toBe(draft?.audio?.path);
  expect(records.get()?.[0]).toEqual({ ...draft, stage: { kind: 'sending', waitsFor: null } });
});

describe('[S-61] a track of a release that the server has refused', () => {
  const refusedRelease: PendingAction = {
    id: 'refused',
    kind: 'release.create',
    payload: {
      release_id: 'r',
      title: 'Tides',
      artist_name: 'Ines',
      notes: '',
      kind: null,
      publish_at: null,
      places: ['p'],
    },
    createdAt: 0,
    state: { kind: 'dead', error: { code: 'restricted_words', message: 'Restricted words.' } },
    isEditable: true,
  };
  const ofRelease = () => uploadOf('one', { release: { id: 'r', place: 'p' } });

  it('is queued only once its release is sent again, with its form at that time, and other uploads continue until then', async () => {
    const { scope, pending, queued, sent, stageOf } = uploadDevice([ofRelease(), uploadOf('two')]);
    pending.set([refusedRelease]);
    drive(scope);
    await expect.poll(() => [stageOf('one')?.kind, sent.length, queued.length]).toEqual(['creating', 2, 1]);
    await scope.uploads.change('one', (stored) => ({ ...stored, form: { ...stored.form, artistName: 'Another' } }));
    expect(pending.get().map(({ payload }) => payload['title'])).toEqual(['Tides', 'two']);
    pending.set(pending.get().map((action) => (action.kind === 'release.create' ? sentAgain(action) : action)));
    await expect
      .poll(() => pending.get().map(({ payload }) => [payload['title'], payload['artist_name']]))
      .toEqual([
        ['Tides', 'Ines'],
        ['two', 'Ines'],
        ['one', 'Another'],
      ]);
  });

  it('still counts as queued if it was refused with its release, which sends both again', async () => {
    const { scope, pending, apply, setState, actionId, stageOf, trackId } = await queuedTrackOf(ofRelease());
    pending.set([refusedRelease, ...pending.get()]);
    setState(actionId, { kind: 'dead', error: { code: 'dependency', message: 'Restricted words.' } });
    await scope.readPending();
    expect(stageOf('one')?.kind).toBe('creating');
    pending.set([sentAgain(refusedRelease), edited('fresh', trackId)]);
    apply('fresh', { isAcknowledged: false, hasRow: true });
    await expect.poll(() => stageOf('one')?.kind).toBe('done');
  });

  it('is refused too if the creation of its release is no longer queued', async () => {
    const { setState, actionId, stageOf } = await queuedTrackOf(ofRelease());
    setState(actionId, { kind: 'dead', error: { code: 'dependency', message: 'Restricted words.' } });
    await expect.poll(() => stageOf('one')).toMatchObject({ kind: 'draft', refusal: { text: 'Restricted words.' } });
  });
});

const sentAgain = (action: PendingAction): PendingAction => ({ ...action, id: 'again', state: { kind: 'queued' } });
