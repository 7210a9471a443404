/** Tracks in sorted groups. A group stays the same array until a track in it changes. */
export interface TrackGroups<T> {
  set(id: string, track: T | null): void;
  of(group: string): readonly T[];
  reset(): void;
}

interface Group<T> {
  name: string;
  tracks: Map<string, T>;
  /** Null after a change. */
  sorted: readonly T[] | null;
}

export function createTrackGroups<T>(
  groupOf: (track: T) => string | null,
  order: (a: T, b: T) => number,
): TrackGroups<T> {
  const groups = new Map<string, Group<T>>();
  const groupById = new Map<string, Group<T>>();
  const none: readonly T[] = [];

  const add = (id: string, name: string, track: T) => {
    const group = groups.get(name) ?? { name, tracks: new Map<string, T>(), sorted: null };
    if (group.tracks.get(id) === track) return;
    group.tracks.set(id, track);
    group.sorted = null;
    groups.set(name, group);
    groupById.set(id, group);
  };

  return {
    set(id, track) {
      const before = groupById.get(id);
      const name = track && groupOf(track);
      if (before && before.name !== name) {
        before.tracks.delete(id);
        before.sorted = null;
        groupById.delete(id);
      }
      if (track !== null && name !== null) add(id, name, track);
    },
    of(name) {
      const group = groups.get(name);
      if (!group) return none;
      group.sorted ??= [...group.tracks.values()].sort(order);
      return group.sorted;
    },
    reset() {
      groups.clear();
      groupById.clear();
    },
  };
}
