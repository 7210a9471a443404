import { describe, expect, it } from 'vitest';
import type { WaitsFor } from '../../sync/client.ts';
import { emptyForm } from './upload-form.ts';
import { backToDraft, newDraft, newFile } from './upload-record.ts';
import { isHeldUp, isMoving } from './upload-stage.ts';

describe('an upload on the device', () => {
  it('names both files in the person’s own folder by the type of their bytes', () => {
    expect(newFile('user-1', { name: 'a.m4a', type: 'audio/mpeg', bytes: 1, durationMs: null })).toEqual({
      name: 'a.m4a',
      type: 'audio/mpeg',
      bytes: 1,
      durationMs: null,
      path: expect.stringMatching(/^user-1\/\d+-[0-9a-f]{8}\.mp3$/),
      tusUrl: null,
      isUp: false,
    });
    expect(newFile('user-1', { name: 'c', type: 'image/jpeg', bytes: 1, durationMs: null }).path).toMatch(
      /^user-1\/\d+-[0-9a-f]{8}_large\.jpg$/,
    );
    expect(newFile('user-1', { name: 'c', type: 'image/webp', bytes: 1, durationMs: null }).path).toMatch(
      /_large\.webp$/,
    );
    const varying = { name: 'v.mp3', type: 'audio/mpeg', bytes: 1, durationMs: 1, isVariableBitrate: true };
    expect(newFile('user-1', varying).path).toMatch(/^user-1\/\d+-[0-9a-f]{8}_vbr\.mp3$/);
  });

  it('[SY-9] gets new ids and paths after a refusal, and keeps its form and files', () => {
    const draft = newDraft('one', { ...emptyForm, title: 'Slack Water' });
    const audio = {
      ...newFile('me', { name: 'a.mp3', type: 'audio/mpeg', bytes: 9, durationMs: 1000, isVariableBitrate: true }),
      tusUrl: 'https://x/1',
      isUp: true,
    };
    const refused = { ...draft, audio, sentBytes: 9, stage: { kind: 'creating' as const } };
    const redraft = backToDraft('me', refused, { title: 'No', text: 'Words' });
    expect(redraft).toMatchObject({
      id: draft.id,
      form: draft.form,
      audio: { name: 'a.mp3', bytes: 9, tusUrl: null, isUp: false },
      sentBytes: 0,
      stage: { kind: 'draft', refusal: { title: 'No', text: 'Words' } },
    });
    for (const id of ['trackId', 'actionId'] as const) expect(redraft[id]).not.toBe(refused[id]);
    expect(redraft.audio?.path).not.toBe(audio.path);
    expect(redraft.audio?.path).toMatch(/_vbr\.mp3$/);
  });

  it('[SY-28] is held up on the device by a missing network or session, not by a pending check', () => {
    const of = (waitsFor: WaitsFor | null) =>
      isHeldUp({ ...newDraft('one', emptyForm), stage: { kind: 'sending', waitsFor } });
    expect([of(null), of('network'), of('session'), of('check')]).toEqual([false, true, true, false]);
  });

  it('[SY-21] blocks an update’s reload while it is being sent', () => {
    const of = (stage: Parameters<typeof isMoving>[0]['stage']) => isMoving({ ...newDraft('one', emptyForm), stage });
    expect([
      of({ kind: 'draft', refusal: null }),
      of({ kind: 'sending', waitsFor: 'network' }),
      of({ kind: 'done', slotsLeft: 1 }),
    ]).toEqual([false, false, false]);
    expect([of({ kind: 'sending', waitsFor: null }), of({ kind: 'creating' }), of({ kind: 'cancelling' })]).toEqual([
      true,
      true,
      true,
    ]);
  });
});
