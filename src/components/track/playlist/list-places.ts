import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { PlaylistEntryView, Scope } from '../../../../sync/client.ts';
import { createLive } from '../../../../sync/model/live.ts';
import { parseJson } from '../../../../sync/model/parse-json.ts';

/** Saved for each person on this device, and deleted at sign-out (S-5). */
const KEY = 'list-places';
/** Largest number of stored places: those of the lists played last. */
const MAX_PLACES = 200;

const place = z.object({
  list: z.string(),
  /** Empty if the list was only played in random order. */
  entry: z.string(),
  at: z.number(),
  /** Seconds into the track of the entry; null once it has ended. */
  positionS: z.nullable(z.number()),
  /** In ms since the epoch, by this device's clock. */
  playedAt: z.number(),
});
/** Where a playlist was left, and when it was played last. */
export type ListPlace = z.infer<typeof place>;

const saved = z.array(z.unknown());
const writeCount = createLive(0);

type Texts = Pick<Scope['device'], 'text' | 'setText'>;

export function readPlaces(device: Pick<Texts, 'text'>): readonly ListPlace[] {
  return parse(device.text(KEY));
}

export function savePlace(device: Texts, next: ListPlace): void {
  const others = readPlaces(device).filter(({ list }) => list !== next.list);
  device.setText(KEY, JSON.stringify([...others, next].slice(-MAX_PLACES)));
  writeCount.set(writeCount.get() + 1);
}

/** Saves the time of a play in random order. Keeps the place where the list was left in its own order: only that can be continued. */
export function saveShuffled(device: Texts, list: string, playedAt: number): void {
  const place = readPlaces(device).find((each) => each.list === list);
  savePlace(device, { list, entry: '', at: 0, positionS: null, ...place, playedAt });
}

/** By the playlist's id. Also updates when another tab writes. */
export function usePlaces({ device }: Pick<Scope, 'device'>): ReadonlyMap<string, ListPlace> {
  const text = useSyncExternalStore(subscribe, () => device.text(KEY));
  return useMemo(() => new Map(parse(text).map((each) => [each.list, each])), [text]);
}

function subscribe(onChange: () => void): () => void {
  const stop = writeCount.subscribe(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    stop();
    window.removeEventListener('storage', onChange);
  };
}

function parse(text: string | null): readonly ListPlace[] {
  // Skip places that cannot be read, and keep the others.
  return (saved.safeParse(parseJson(text)).data ?? []).flatMap((each) => place.safeParse(each).data ?? []);
}

type Entry = Pick<PlaylistEntryView, 'id'>;

/**
 * Where a list continues: the entry where it was left, or the next one that can play. Null if no such entry follows, or if the list would
 * continue at its start, where Play starts it anyway.
 */
export function continuation<E extends Entry>(
  entries: readonly E[],
  { entry, at, positionS }: ListPlace,
  canPlay: (entry: E) => boolean,
): { entry: E; startS: number } | null {
  const found = entries.findIndex(({ id }) => id === entry);
  const isThere = found >= 0;
  // If the entry was removed, the next one has moved to its index.
  const from = isThere ? found + (positionS === null ? 1 : 0) : at;
  const next = entries.find((each, index) => index >= from && canPlay(each));
  if (!next) return null;
  const startS = next.id === entry ? (positionS ?? 0) : 0;
  const isStart = startS < 1 && next === entries.find(canPlay);
  return isStart ? null : { entry: next, startS };
}
