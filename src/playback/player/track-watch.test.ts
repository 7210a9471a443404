import { describe, expect, it } from 'vitest';
import { createLive } from '../../../sync/model/live.ts';
import { queueFrom } from './queue.ts';
import { simulatedTrack } from '../../testing/simulated-page.ts';
import { watchTracks } from './track-watch.ts';

function open(isFilled = true) {
  const tracks = ['a', 'b', 'c'].map(simulatedTrack);
  const views = new Map(tracks.map(({ id, title }) => [id, createLive<{ title: string } | null>({ title })] as const));
  const requested: string[] = [];
  const none = createLive(null);
  const filled = createLive(isFilled);
  const reports: string[] = [];
  const absent = createLive<ReadonlySet<string>>(new Set());
  const holds = { all: true };
  const visited: string[] = [];
  const person = {
    isFilled: filled,
    absent,
    isAbsent: (id: string) => holds.all || absent.get().has(id),
    visitTracks: (ids: readonly string[]) => void visited.push(...ids),
    track: (id: string) => {
      requested.push(id);
      return views.get(id) ?? none;
    },
  };
  const watch = watchTracks(person, {
    changed: (id) => reports.push(`${id} changed`),
    withdrawn: (withdrawn) => reports.push(`withdrawn: ${withdrawn.map(({ id }) => id).join(' ')}`),
  });
  const change = (id: string, title: string | null) => views.get(id)?.set(title === null ? null : { title });
  return {
    ...{ tracks, watch, reports, requested, filled, change, holds, visited, absent },
    settled: () => Promise.resolve(),
  };
}

describe('the watch over the tracks of a queue', () => {
  it('reports changed rows until it closes', () => {
    const { tracks, watch, reports, change } = open();
    watch.follow({ queue: queueFrom(tracks, 0), aside: null });
    change('b', 'Second');
    expect(reports).toEqual(['b changed']);
    watch.close();
    change('b', 'Third');
    expect(reports).toHaveLength(1);
  });

  it('reports withdrawn tracks together', async () => {
    const { tracks, watch, reports, change, settled } = open();
    watch.follow({ queue: queueFrom(tracks, 0), aside: null });
    change('a', null);
    change('c', null);
    await settled();
    expect(reports).toEqual(['withdrawn: a c']);
  });

  it('[SY-36] asks the server for a track that may lie beyond the device, and reports the track if the server has none', async () => {
    const { tracks, watch, reports, change, settled, holds, visited, absent } = open();
    holds.all = false;
    watch.follow({ queue: queueFrom(tracks, 0), aside: null });
    change('a', null);
    change('c', null);
    await settled();
    expect([visited, reports]).toEqual([['a', 'c'], []]);
    absent.set(new Set(['c']));
    await settled();
    expect(reports).toEqual(['withdrawn: c']);
  });

  it('watches the queue that the radio has set aside', async () => {
    const { tracks, watch, reports, change, settled } = open();
    watch.follow({ queue: queueFrom([], 0), aside: { queue: queueFrom(tracks, 0) } });
    change('b', null);
    await settled();
    expect(reports).toEqual(['withdrawn: b']);
  });

  it('reports no track as withdrawn while the replica is incomplete or rebuilt', async () => {
    const { tracks, watch, reports, requested, filled, change, settled } = open(false);
    change('c', null);
    watch.follow({ queue: queueFrom(tracks, 0), aside: null });
    expect(requested, 'only the current track is watched while the replica is incomplete').toEqual(['a']);
    change('a', null);
    await settled();
    expect(reports).toEqual([]);
    change('a', 'a');
    filled.set(true);
    await settled();
    expect(reports).toEqual(['a changed', 'withdrawn: c']);
    // As in a rebuild: the tracks disappear first, then the replica reports that it is not filled.
    change('a', null);
    change('b', null);
    filled.set(false);
    await settled();
    expect(reports).toEqual(['a changed', 'withdrawn: c']);
  });
});
