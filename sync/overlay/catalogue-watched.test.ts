import { describe, expect, it } from 'vitest';
import { all, config, openCatalogue, put } from '../../tests/sync/support/catalogue.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { createCatalogue } from './catalogue.ts';
import { createDerived } from './derived.ts';
import { noOverlay } from './tracks.ts';

describe('a watched catalogue', () => {
  it('notifies the watchers of a changed track once, and no others', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { title: 'Kiln' }), trackRow('b')));
    const notifications: string[] = [];
    catalogue.track('a').subscribe(() => notifications.push('a'));
    catalogue.track('b').subscribe(() => notifications.push('b'));
    catalogue.explore(all).subscribe(() => notifications.push('all'));
    catalogue.explore({ search: 'kiln', genre: null }).subscribe(() => notifications.push('search'));
    catalogue.apply(put(trackRow('b', { rev: 2 })));
    expect(notifications).toEqual(['b', 'all']);
  });

  it('notifies an empty list when the state or the total changes', () => {
    const catalogue = openCatalogue();
    const list = catalogue.explore(all);
    const notifications: [string, number][] = [];
    list.subscribe(() => notifications.push([list.get().state, list.get().total]));
    catalogue.setState('first', 7);
    catalogue.setState('first', 7);
    catalogue.setState('first', 8);
    catalogue.setState('complete', 8);
    expect(notifications).toEqual([
      ['first', 7],
      ['first', 8],
      ['complete', 0],
    ]);
  });

  it('evicts unwatched values above 200, never watched ones', () => {
    const catalogue = openCatalogue();
    const [watched, unwatched] = [catalogue.track('w'), catalogue.track('u')];
    watched.subscribe(() => undefined);
    for (let at = 0; at < 198; at++) catalogue.track(`t${at}`);
    expect(catalogue.track('u')).toBe(unwatched);
    catalogue.track('one more');
    expect(catalogue.track('w')).toBe(watched);
    expect(catalogue.track('u')).not.toBe(unwatched);
  });

  it('notifies a list of a new state, but not of a new total alone once the catalogue is complete', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a')));
    const list = catalogue.explore(all);
    const notifications: string[] = [];
    list.subscribe(() => notifications.push(list.get().state));
    catalogue.setState('first', 1);
    catalogue.setState('complete', 1);
    catalogue.setState('complete', 5);
    expect(notifications).toEqual(['first', 'complete']);
  });

  it('keeps a watched list of Explore through 200 other searches', () => {
    const catalogue = openCatalogue();
    const [watched, unwatched] = [catalogue.explore(all), catalogue.explore({ search: 'u', genre: null })];
    watched.subscribe(() => undefined);
    for (let at = 0; at < 200; at++) catalogue.explore({ search: `t${at}`, genre: null });
    expect(catalogue.explore(all)).toBe(watched);
    expect(catalogue.explore({ search: 'u', genre: null })).not.toBe(unwatched);
  });

  it('[SY-23] computes no derived value again when nothing changes', () => {
    const derived = createDerived();
    const catalogue = createCatalogue(
      config,
      () => undefined,
      derived,
      () => null,
      () => null,
    );
    let computations = 0;
    derived.single(0, () => ++computations).subscribe(() => undefined);
    const overlay = () => ({ ...noOverlay, plays: new Map([['a', true]]), hidden: new Set(['other']) });
    catalogue.apply(put(trackRow('a', { rev: 2 }), trackRow('b', { user_id: 'other' })));
    catalogue.setState('complete', 2);
    catalogue.setOverlay(overlay());
    expect(computations).toBe(4);
    catalogue.apply(put(trackRow('a', { rev: 1 })));
    catalogue.settle();
    catalogue.setState('complete', 2);
    catalogue.setOverlay(overlay());
    catalogue.setOverlay({ ...overlay(), removed: new Set(['unknown']) });
    catalogue.setCreated([]);
    expect(computations).toBe(4);
  });
});
