import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isActionKind } from '../../sync/model/actions.ts';
import { place } from '../../sync/model/playlist-order.ts';
import { readRow } from '../../sync/model/tables.ts';
import { toPlaylists, type OwnPlaylist } from '../../sync/overlay/playlists.ts';
import { action, pull, push } from '../../supabase/tests/scene.ts';
import { createPerson } from '../../supabase/tests/social-scene.ts';
import { openTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { seededRandom } from './simulation/world.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

type Queued = ReturnType<typeof action>;

/** A device as the engine sees it: the rows of its last pull, and a queue. */
class Device {
  playlists: Parameters<typeof toPlaylists>[0] = [];
  entries: Parameters<typeof toPlaylists>[1] = [];
  queue: Queued[] = [];
  private readonly person: string;
  constructor(person: string) {
    this.person = person;
  }

  shown(): ReadonlyMap<string, OwnPlaylist> {
    const pending = this.queue.flatMap(({ kind, payload, occurred_at }) =>
      isActionKind(kind)
        ? [{ kind, payload, createdAt: Date.parse(occurred_at), state: { kind: 'queued' as const } }]
        : [],
    );
    return toPlaylists(this.playlists, this.entries, pending);
  }

  async sync(): Promise<void> {
    for (let at = 0; at < this.queue.length; at += 50)
      await push(db.asUser(this.person), this.queue.slice(at, at + 50));
    this.queue = [];
    const { rows } = await pull(db.asUser(this.person), { tables: ['playlists', 'playlist_tracks'] });
    this.playlists = rows.flatMap(({ t, row }) => (t === 'playlists' ? (readRow('playlists', row) ?? []) : []));
    this.entries = rows.flatMap(({ t, row }) =>
      t === 'playlist_tracks' ? (readRow('playlist_tracks', row) ?? []) : [],
    );
  }
}

function editorOf(random: () => number, removedIds: Set<string>, addedIds: Set<string>) {
  const below = (count: number) => Math.floor(random() * count);
  return (device: Device) => {
    const playlists = [...device.shown().values()];
    const playlist = playlists[below(playlists.length)];
    if (!playlist) throw new Error('There is no playlist');
    const { entries } = playlist;
    const queue = (kind: string, fields: object) =>
      device.queue.push(action(`playlist.${kind}`, { playlist_id: playlist.id, ...fields }));
    const kind = below(10);
    const chosen = entries[below(entries.length)];
    if (kind < 5 || !chosen) {
      const count = 1 + below(3);
      const { positions, moved } = place(entries, below(entries.length + 1), count);
      const added = positions.map((position) => ({ id: randomUUID(), track_id: randomUUID(), position }));
      for (const { id } of added) addedIds.add(id);
      if (moved.length > 0) queue('move', { entries: moved });
      queue('add', { entries: added });
    } else if (kind < 7) {
      removedIds.add(chosen.id);
      queue('remove', { entries: [{ id: chosen.id }] });
    } else {
      const others = entries.filter(({ id }) => id !== chosen.id);
      const index = below(others.length + 1);
      const { positions, moved } = place(others, index, 1);
      queue('move', { entries: [...moved, { id: chosen.id, position: positions[0] }] });
      // On this device, the entry stands where the person put it.
      const order = device
        .shown()
        .get(playlist.id)
        ?.entries.map(({ id }) => id);
      expect(order).toEqual(others.map(({ id }) => id).toSpliced(index, 0, chosen.id));
    }
  };
}

it.each([1, 2, 3, 4])(
  '[S-60] [SY-13] 500 edits of three playlists on two devices without a network end in the same order on both, with every entry that nobody removed (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const person = await createPerson(db);
    const [one, other] = [new Device(person), new Device(person)];
    for (const title of ['One', 'Two', 'Three'])
      one.queue.push(action('playlist.create', { playlist_id: randomUUID(), title }));
    await one.sync();
    await other.sync();
    const [removedIds, addedIds] = [new Set<string>(), new Set<string>()];
    const edit = editorOf(random, removedIds, addedIds);
    for (let edits = 0; edits < 500; edits += 1) {
      const device = random() < 0.5 ? one : other;
      edit(device);
      if (random() < 0.05) await device.sync();
    }
    for (const device of [one, other, one]) await device.sync();
    const shown = [...one.shown().values()];
    expect(shown).toEqual([...other.shown().values()]);
    const left = shown.flatMap(({ entries }) => entries.map(({ id }) => id)).sort();
    expect(left).toEqual([...addedIds].filter((id) => !removedIds.has(id)).sort());
  },
);
