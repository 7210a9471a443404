import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '../../tests/support/postgres.ts';
import { action, push, putFile } from './scene.ts';

/** A date after the end of every test run. */
export const LATER = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString();

export const release = (kind: string, id: string, fields: Record<string, unknown> = {}) =>
  action(`release.${kind}`, { release_id: id, ...fields });

export const createRelease = (id: string, fields: Record<string, unknown> = {}) =>
  release('create', id, {
    title: 'Tides',
    artist_name: 'Nina',
    kind: null,
    notes: '',
    publish_at: null,
    places: [randomUUID()],
    ...fields,
  });

/**
 * Stores a checked file.
 * @returns a track's id, and the action that creates the track from the file, not sent yet
 */
export async function upload(db: TestDatabase, owner: string, fields: Record<string, unknown> = {}) {
  const id = typeof fields['track_id'] === 'string' ? fields['track_id'] : randomUUID();
  const pushed = action('track.create', {
    track_id: id,
    title: 'Night Bus',
    artist_name: 'Nina',
    genre: 'House',
    audio_path: await putFile(db, owner),
    cover_path: null,
    radio_opt_in: false,
    rights_confirmed: true,
    ...fields,
  });
  return { id, pushed };
}

/** Uploads a track into a release. @returns the track's id */
export async function uploadInto(db: TestDatabase, owner: string, releaseId: string, place?: string): Promise<string> {
  const { id, pushed } = await upload(db, owner, {
    release_id: releaseId,
    ...(place === undefined ? {} : { release_place: place }),
  });
  const [result] = await push(db.asUser(owner), [pushed]);
  if (result?.status !== 'applied') throw new Error(`The upload was refused: ${JSON.stringify(result)}`);
  return id;
}

export interface StoredRelease {
  readonly places: readonly string[];
  readonly awaited: readonly string[];
  readonly isOut: boolean;
  readonly isDeleted: boolean;
}

export async function storedRelease(db: TestDatabase, id: string): Promise<StoredRelease | undefined> {
  const [row] = await db.sql<StoredRelease[]>`
    select places, awaited, published_at is not null as "isOut", deleted_at is not null as "isDeleted"
    from public.releases where id = ${id}`;
  return row;
}

export interface StoredTrack {
  readonly releaseId: string | null;
  readonly isPublic: boolean;
  readonly awaitsRelease: boolean;
}

export async function storedTrack(db: TestDatabase, id: string): Promise<StoredTrack | undefined> {
  const [row] = await db.sql<StoredTrack[]>`
    select release_id as "releaseId", is_public as "isPublic", awaits_release as "awaitsRelease"
    from public.tracks where id = ${id}`;
  return row;
}

/** Publishes the due releases, as the server does. @returns the number of published releases */
export async function publishDue(db: TestDatabase): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`select private.publish_due_releases() as count`;
  return row?.count ?? 0;
}
