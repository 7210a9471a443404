import type { TrackView } from '../view-types.ts';

/** Tracks by what they have in common. A group is the same array until something in it changes. */
export interface TrackGroups {
  /** Puts a view in the place of the one before of its track; null for a track that is not shown any more. */
  set(id: string, view: TrackView | null): void;
  of(group: string): readonly TrackView[];
  reset(): void;
}

interface Group {
  views: Map<string, TrackView>;
  /** Null after a change. */
  sorted: readonly TrackView[] | null;
}

/** @param groupOf null for a track that is in none */
export function createTrackGroups(
  groupOf: (view: TrackView) => string | null,
  order: (a: TrackView, b: TrackView) => number,
): TrackGroups {
  const groups = new Map<string, Group>();
  const placed = new Map<string, string>();
  const none: readonly TrackView[] = [];

  const leave = (id: string, name: string) => {
    const group = groups.get(name);
    placed.delete(id);
    if (!group?.views.delete(id)) return;
    group.sorted = null;
    if (group.views.size === 0) groups.delete(name);
  };

  return {
    set(id, view) {
      const before = placed.get(id);
      const name = view && groupOf(view);
      if (before !== undefined && before !== name) leave(id, before);
      if (view === null || name === null) return;
      const group = groups.get(name) ?? { views: new Map<string, TrackView>(), sorted: null };
      if (group.views.get(id) === view) return;
      group.views.set(id, view);
      group.sorted = null;
      groups.set(name, group);
      placed.set(id, name);
    },
    of(name) {
      const group = groups.get(name);
      if (!group) return none;
      group.sorted ??= [...group.views.values()].sort(order);
      return group.sorted;
    },
    reset() {
      groups.clear();
      placed.clear();
    },
  };
}

/** The newest first, those of one moment by their ids. */
export function byTime(timeOf: (view: TrackView) => string | null): (a: TrackView, b: TrackView) => number {
  return (a, b) => {
    const [one, other] = [timeOf(a) ?? '', timeOf(b) ?? ''];
    if (one !== other) return one < other ? 1 : -1;
    return a.id < b.id ? -1 : 1;
  };
}
