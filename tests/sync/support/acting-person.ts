import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Scope } from '../../../sync/client.ts';
import { mp3 } from '../../../sync/media/sample-files.ts';
import type { ActionKind, ActionPayload } from '../../../sync/model/actions.ts';
import { incomingFile } from '../../../sync/remote/incoming-file.ts';
import type { VisitedDevice } from './visited-device.ts';

export interface Accepted {
  readonly id: string;
  readonly kind: ActionKind;
  readonly userId: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A person, who acts on one device at a time. */
export interface Person {
  readonly user: { readonly id: string };
  readonly partner: string;
  readonly devices: readonly VisitedDevice[];
  /** Backdates each action to a time of its own, because plays count only if they are at least 30 s apart. */
  act<K extends ActionKind>(scope: Scope, kind: K, payload: ActionPayload<K>): Promise<Accepted>;
}

const startedAt = Date.now() - 3_600_000;

export function newPerson(user: Person['user'], partner: string, devices: readonly VisitedDevice[]): Person {
  let acts = 0;
  return {
    user,
    partner,
    devices,
    async act(scope, kind, payload) {
      acts += 1;
      const id = await scope.enqueue(kind, payload, { occurredAt: new Date(startedAt + acts * 31_000) });
      return { id, kind, userId: user.id, payload };
    },
  };
}

export const message = ({ partner }: Person, content: string) => ({
  message_id: randomUUID(),
  partner_id: partner,
  content,
});

let fills = 0;
/** Returns an MP3 that differs from all earlier ones. */
export function newMusic(): Blob {
  fills += 1;
  return new Blob([mp3({ frames: 400 + fills, fill: fills })], { type: 'audio/mpeg' });
}
export const hashOf = async (blob: Blob) =>
  createHash('sha256')
    .update(Buffer.from(await blob.arrayBuffer()))
    .digest('hex');

export const sendFile = (scope: Scope, { path, blob }: { path: string; blob: Blob }) =>
  scope.uploads.send(
    { bucket: 'tracks', path, blob, tusUrl: null },
    { signal: new AbortController().signal, onAddress: () => Promise.resolve() },
  );

/**
 * Sends a new MP3 by tus, and adds its SHA-256 to `hashes`, once under its incoming and once under its public path.
 * @returns path, content, and the payload that creates its track
 */
export async function sendTrack(scope: Scope, title: string, hashes: Map<string, string>) {
  const path = `${scope.userId}/${Date.now()}-${randomUUID().slice(0, 8)}.mp3`;
  const blob = newMusic();
  expect(await sendFile(scope, { path, blob })).toEqual({ kind: 'up' });
  const arriving = incomingFile({ bucket: 'tracks', path });
  for (const { bucket, path: name } of [{ bucket: 'tracks', path }, arriving])
    hashes.set(`${bucket}/${name}`, await hashOf(blob));
  const payload = {
    track_id: randomUUID(),
    title,
    artist_name: 'Artist',
    genre: 'House',
    audio_path: path,
    cover_path: null,
    radio_opt_in: false,
    rights_confirmed: true,
  };
  return { path, blob, payload };
}
