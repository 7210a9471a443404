import * as z from 'zod/mini';
import type { Scope } from '../api.ts';
import type { AvatarApi, AvatarState } from '../avatar-types.ts';
import { AVATAR_KEY } from '../core/names.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { LiveValue } from '../model/live.ts';
import type { WaitsFor } from '../upload-types.ts';
import { pictureFiles } from '../media/picture-sizes.ts';
import { createMutex } from './mutex.ts';
import { uuid } from '../model/uuid.ts';

/** Delay after a failed upload. A returning network or session ends the delay. */
const RETRY_MS = 30_000;
/** Backoff for a full server: first and longest delay, doubled at each retry. */
const FULL_SERVER_RETRY_MS = [10_000, 300_000] as const;
/** Delay before the check of an uploaded picture is requested again. */
const CHECK_RETRY_MS = 4_000;

const avatarRecord = z.object({
  /** Id of the `profile.update`: one picture is one action, whichever tab queues it (SY-9). */
  actionId: z.string(),
  /** When the picture was chosen, in ms since the epoch. */
  at: z.number(),
  /** Private windows of WebKit refuse a Blob, but store its bytes. */
  bytes: z.unknown(),
  /** Small size of the picture; absent in records of an earlier version. */
  small: z.optional(z.unknown()),
  type: z.string(),
  tusUrl: z.nullable(z.string()),
  /** The server's message if it refused the picture. */
  refusal: z.nullable(z.string()),
});
type AvatarRecord = z.infer<typeof avatarRecord> & { bytes: ArrayBuffer; small?: ArrayBuffer };

type AvatarScope = Pick<
  Scope,
  'owner' | 'userId' | 'device' | 'uploads' | 'enqueue' | 'isLocked' | 'status' | 'onClose'
>;

/** Uploads a new profile picture in the background, one tab at a time; any tab or later visit can continue (SY-31). */
export function openAvatar(
  scope: AvatarScope,
  environment: SyncEnvironment,
  state: LiveValue<AvatarState>,
): Omit<AvatarApi, 'state'> {
  const { device, uploads } = scope;
  const mutex = createMutex(environment.locks, `avatar:${scope.owner}`);
  const closing = new AbortController();
  const { signal } = closing;
  let endPause = () => undefined as void;
  let isRunning = false;
  /** Whether a picture was stored during a run. The run may have read the record before, so another run follows. */
  let mustRunAgain = false;

  const change = (decide: (stored: AvatarRecord | null) => AvatarRecord | null) =>
    mutex(async () => {
      const stored = parseRecord(await device.get(AVATAR_KEY));
      const next = decide(stored);
      if (next !== stored) await device.put(AVATAR_KEY, next);
      return next;
    });
  const read = () => change((stored) => stored);
  /** Does nothing if another picture has replaced this one. */
  const changeThis = (record: AvatarRecord, to: (stored: AvatarRecord) => AvatarRecord | null) =>
    change((stored) => (stored?.actionId === record.actionId ? to(stored) : stored));

  const show = (record: AvatarRecord | null, waitsFor: WaitsFor | null = null) => {
    if (signal.aborted) return;
    if (!record) return state.set({ kind: 'none' });
    const picture = pictureOf(record);
    state.set(
      record.refusal === null
        ? { kind: 'sending', picture, waitsFor }
        : { kind: 'refused', picture, message: record.refusal },
    );
  };

  const sendOnce = async (record: AvatarRecord, userId: string) => {
    const path = `${userId}/avatar${record.small ? '_medium' : ''}.jpg`;
    const [small] = pictureFiles(path);
    let sent = await uploads.send(
      { bucket: 'avatars', path, blob: pictureOf(record), tusUrl: record.tusUrl },
      { signal, onAddress: (tusUrl) => changeThis(record, (stored) => ({ ...stored, tusUrl })) },
    );
    if (sent.kind === 'up' && small && record.small) {
      const blob = new Blob([record.small], { type: record.type });
      // The small picture has a few KB: an interrupted upload starts again from its beginning.
      const file = { bucket: 'avatars', path: small.address, blob, tusUrl: null } as const;
      sent = await uploads.send(file, { signal, onAddress: () => Promise.resolve() });
    }
    if (sent.kind === 'waits') return sent.for;
    if (sent.kind === 'refused') {
      await changeThis(record, (stored) => ({ ...stored, refusal: sent.message }));
      return null;
    }
    if ((await read())?.actionId !== record.actionId) return null;
    // Each attempt queues the same request under the same id, so it stays one action (SY-9).
    const options = { id: record.actionId, occurredAt: new Date(record.at) };
    await scope.enqueue('profile.update', { avatar_url: `${path}?v=${record.at}` }, options);
    await changeThis(record, () => null);
    return null;
  };

  const sendUntilDone = async (userId: string) => {
    let fullServerAttempts = 0;
    while (!signal.aborted) {
      const record = await read();
      show(record);
      if (!record || record.refusal !== null) return;
      const waitsFor = await sendOnce(record, userId).catch((error: unknown) => {
        // A failed write to the device is retried too, but is no network failure.
        if (!signal.aborted) console.error('sync: the picture could not be sent', error);
        return 'nothing' as const;
      });
      if (waitsFor === null) continue;
      show(await read().catch(() => record), waitsFor === 'nothing' ? null : waitsFor);
      fullServerAttempts = waitsFor === 'room' ? fullServerAttempts + 1 : 0;
      const [first, most] = FULL_SERVER_RETRY_MS;
      if (waitsFor === 'room') await pause(Math.min(most, first * 2 ** (fullServerAttempts - 1)));
      else await pause(waitsFor === 'check' ? CHECK_RETRY_MS : RETRY_MS);
    }
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => endPause(), ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const start = () => {
    const { userId } = scope;
    endPause();
    mustRunAgain = isRunning;
    if (isRunning || userId === null || signal.aborted) return;
    isRunning = true;
    void uploads
      .withLock('avatar', { signal }, () => sendUntilDone(userId))
      // The scope closed, or the device could not be read: the next visit continues.
      .catch(() => null)
      .finally(() => {
        isRunning = false;
        if (mustRunAgain) start();
      });
  };

  let network = scope.status.get().network;
  const stops = [
    environment.onNetworkChange(() => environment.isOnline() && endPause()),
    scope.isLocked.subscribe(() => endPause()),
    scope.status.subscribe(() => {
      const before = network;
      network = scope.status.get().network;
      if (network === 'online' && before !== 'online') endPause();
    }),
  ];
  scope.onClose(() => {
    for (const stop of stops) stop();
    closing.abort();
    endPause();
  });
  start();

  return {
    async put(picture, smallPicture) {
      const { userId } = scope;
      if (userId === null) throw new Error('only a signed-in person has a picture');
      const [bytes, small, at] = [await picture.arrayBuffer(), await smallPicture.arrayBuffer(), environment.now()];
      const fresh = {
        actionId: uuid(),
        at,
        bytes,
        small,
        type: picture.type,
        tusUrl: null,
        refusal: null,
      };
      show(await change(() => fresh));
      start();
    },
    async discard() {
      show(await change(() => null));
      endPause();
    },
    async isUnderWay() {
      const record = await read();
      return record !== null && record.refusal === null;
    },
  };
}

function parseRecord(stored: unknown): AvatarRecord | null {
  const parsed = avatarRecord.safeParse(stored);
  if (!parsed.success || !(parsed.data.bytes instanceof ArrayBuffer)) return null;
  const { bytes, small, ...rest } = parsed.data;
  return { ...rest, bytes, ...(small instanceof ArrayBuffer ? { small } : {}) };
}

function pictureOf({ bytes, type }: AvatarRecord): Blob {
  return new Blob([bytes], { type });
}
