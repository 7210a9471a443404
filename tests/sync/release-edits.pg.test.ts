import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isActionKind } from '../../sync/model/actions.ts';
import { readRow } from '../../sync/model/tables.ts';
import { type OwnRelease, placesToArrange, toReleases } from '../../sync/overlay/releases.ts';
import { LATER, createRelease, release, upload } from '../../supabase/tests/release-scene.ts';
import { action, createTrack, pull, push } from '../../supabase/tests/scene.ts';
import { createPerson } from '../../supabase/tests/social-scene.ts';
import { openTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { seededRandom } from './simulation/world.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

type Queued = ReturnType<typeof action>;

const TITLES = ['Ebb', 'Flow', 'Spring Tide'];
const KINDS = ['single', 'ep', 'album', null];

/** What a device and the server must agree on. The server alone decides when a release is out. */
const compared = (releases: readonly OwnRelease[]) =>
  Object.fromEntries(
    releases.map(({ id, title, artistName, notes, kind, isKindChosen, publishAt, places }) => [
      id,
      { title, artistName, notes, kind, isKindChosen, publishAt, places },
    ]),
  );

/** A device as the engine sees it: the rows of its last pull, its own tracks, and a queue. */
class Device {
  rows: Parameters<typeof toReleases>[1] = [];
  tracks = new Set<string>();
  queue: Queued[] = [];
  private readonly person: string;
  constructor(person: string) {
    this.person = person;
  }

  pending(queue = this.queue) {
    return queue.flatMap(({ kind, payload, occurred_at }) =>
      isActionKind(kind)
        ? [{ kind, payload, createdAt: Date.parse(occurred_at), state: { kind: 'queued' as const } }]
        : [],
    );
  }

  shown(queue = this.queue): readonly OwnRelease[] {
    return toReleases(this.person, this.rows, this.pending(queue), (id) => (this.tracks.has(id) ? this.person : null));
  }

  /** Sends the queue, and compares what the accepted actions were shown to do with what they did. */
  async sync(): Promise<void> {
    const results = await push(db.asUser(this.person), this.queue);
    const accepted = this.queue.filter(({ id }) => results.some((each) => each.id === id && each.status === 'applied'));
    const expected = compared(this.shown(accepted));
    const { rows } = await pull(db.asUser(this.person), { tables: ['releases', 'tracks'] });
    this.rows = rows.flatMap(({ t, row }) => (t === 'releases' ? (readRow('releases', row) ?? []) : []));
    this.tracks = new Set(
      rows.flatMap(({ t, row }) => (t === 'tracks' && row['user_id'] === this.person ? [row.id] : [])),
    );
    expect(compared(this.shown([])), JSON.stringify(this.queue)).toEqual(expected);
    this.queue = [];
  }
}

function editorOf(random: () => number, person: string) {
  const below = (count: number) => Math.floor(random() * count);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((each) => ({ each, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ each }) => each);
  return async (device: Device) => {
    const { queue } = device;
    const created = queue.flatMap(({ kind, payload }) =>
      kind === 'track.create' ? [String(payload['track_id'])] : [],
    );
    const deleted = queue.flatMap(({ kind, payload }) =>
      kind === 'track.delete' ? [String(payload['track_id'])] : [],
    );
    const tracks = [...device.tracks, ...created].filter((id) => !deleted.includes(id));
    const chosen = oneOf(device.shown());
    const kind = below(10);
    if (kind === 0 || !chosen) {
      const places = shuffled([...Array.from({ length: below(4) }, () => randomUUID()), ...tracks.slice(0, below(3))]);
      queue.push(
        createRelease(randomUUID(), { places: places.length > 0 ? places : [randomUUID()], publish_at: LATER }),
      );
    } else if (kind < 3) {
      const date = oneOf([LATER, null]);
      const fields = [{ title: oneOf(TITLES) }, { kind: oneOf(KINDS) }, { notes: 'At sea' }, { publish_at: date }];
      queue.push(release('update', chosen.id, Object.assign({}, ...shuffled(fields).slice(0, 1 + below(2)))));
    } else if (kind < 6) {
      const named = shuffled(chosen.places.map(({ id }) => id)).slice(below(2));
      const track = oneOf(tracks);
      const places = [...new Set([...named, ...(track !== undefined && random() < 0.5 ? [track] : [])])];
      if (places.length > 0)
        queue.push(release('arrange', chosen.id, { places: placesToArrange(chosen.id, places, device.pending()) }));
    } else if (kind === 6) {
      const place = oneOf(chosen.places);
      if (place) queue.push(release('remove', chosen.id, { place: place.id }));
    } else if (kind === 7) {
      if (random() < 0.3) queue.push(release('delete', chosen.id));
      const track = oneOf([...device.tracks].filter((id) => tracks.includes(id)));
      if (track !== undefined) queue.push(action('track.delete', { track_id: track }));
    } else {
      const place = oneOf([...chosen.places.map(({ id }) => id), randomUUID()]);
      const into = { release_id: chosen.id, ...(random() < 0.8 && { release_place: place }) };
      queue.push((await upload(db, person, into)).pushed);
    }
  };
}

it.each([1, 2, 3, 4, 5, 6])(
  '[S-61] [SY-1] 150 edits of releases are shown before they are sent as the server applies them (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const person = await createPerson(db);
    await db.sql`update public.user_stats set fan_level = 6 where user_id = ${person}`;
    await createTrack(db, person);
    const device = new Device(person);
    await device.sync();
    const edit = editorOf(random, person);
    for (let edits = 0; edits < 150; edits += 1) {
      await edit(device);
      if (random() < 0.2 || device.queue.length === 40) await device.sync();
    }
    await device.sync();
  },
);
