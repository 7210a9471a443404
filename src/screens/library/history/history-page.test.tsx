import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnPlays, PendingAction, Scope, TrackView } from '../../../../sync/client.ts';
import { createLive } from '../../../../sync/model/live.ts';
import type { TrackPlayRow } from '../../../../sync/model/tables/track-plays.ts';
import { constantLive } from '../../../engine/live.ts';
import { meWith, renderFor, restingStatus, trackOf } from '../../../testing/scope-test.tsx';
import { scriptedDevice } from '../../../testing/scripted-device.ts';
import { HistoryPage } from './history-page.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const playOf = (track: string, heardAt: string): TrackPlayRow => ({
  id: `play of ${track}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  played_on: heardAt.slice(0, 10),
  heard_at: heardAt,
  is_manual: true,
  is_self_play: false,
  zaps_earned: 0,
  created_at: heardAt,
});

interface Scene {
  plays?: OwnPlays;
  pending?: PendingAction[];
  tracks?: readonly TrackView[];
  absent?: readonly string[];
  isFilled?: boolean;
  network?: 'online' | 'offline';
}

function openHistory(scene: Scene) {
  const { plays = { state: 'complete', plays: [] }, pending = [], tracks = [], absent = [], isFilled = true } = scene;
  const [visitTracks, onPlay] = [vi.fn(async () => undefined), vi.fn()];
  const queued: unknown[][] = [];
  const own = createLive(plays);
  const trackById = (id: string) => tracks.find((track) => track.id === id) ?? null;
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    ownHistory: async () => ({ plays: own, ledger: async () => [] }),
    pending: createLive(pending),
    me: createLive(meWith(0)),
    isFilled: createLive(isFilled),
    status: createLive(restingStatus(scene.network ?? 'online')),
    track: (id) => constantLive(trackById(id)),
    tracksById: async (ids) => ids.flatMap((id) => trackById(id) ?? []),
    visitTracks,
    absent: createLive(new Set(absent)),
    isAbsent: () => false,
    device: scriptedDevice(),
    kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
    enqueue: async (kind, payload) => {
      queued.push([kind, payload]);
      return 'action';
    },
    onOutcome: () => undefined,
    syncNow: () => undefined,
  };
  const nowPlaying = { trackId: null, isPlaying: false };
  const element = <HistoryPage onPlay={onPlay} onMore={() => undefined} nowPlaying={nowPlaying} />;
  return { own, queued, visitTracks, onPlay, render: () => renderFor(scopeParts, element) };
}

const text = (words: string) => page.getByText(words, { exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('the history page', () => {
  it('claims no empty history while plays are read or fetched', async () => {
    await openHistory({ plays: { state: 'reading', plays: [] } }).render();
    await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible();
    await expect.element(text('No plays yet')).not.toBeInTheDocument();
    await openHistory({ isFilled: false }).render();
    await expect.element(text('No plays yet')).not.toBeInTheDocument();
    await openHistory({}).render();
    await expect.element(text('No plays yet')).toBeVisible();
  });

  it('says that the device’s storage failed, and reads again on Retry', async () => {
    const { own, render } = openHistory({ plays: { state: 'failed', plays: [] }, tracks: [trackOf('a')] });
    await render();
    await expect.element(text('Your history could not be read')).toBeVisible();
    const subscribe = vi.spyOn(own, 'subscribe');
    await button('Retry').click();
    expect(subscribe).toHaveBeenCalled();
  });

  it('plays a day again from its oldest play on, each track once, without absent ones', async () => {
    const now = minutesAgo(0);
    const heard = [playOf('c', now), playOf('gone', now), playOf('a', now)];
    const tracks = [trackOf('a'), trackOf('c')];
    const { onPlay, visitTracks, render } = openHistory({
      plays: { state: 'complete', plays: heard },
      tracks,
      absent: ['gone'],
    });
    await render();
    await expect.element(text('3 plays')).toBeVisible();
    await expect.element(text('No longer public')).toBeVisible();
    await button('Play Today again').click();
    await expect.poll(() => onPlay.mock.calls).toEqual([[tracks, 0, 'list']]);
    await expect.poll(() => visitTracks.mock.calls).toEqual([[['c', 'gone', 'a']]]);
  });

  it('requests nothing while offline, and shows a queued play as waiting', async () => {
    const waiting: PendingAction = {
      id: 'action',
      kind: 'play.record',
      payload: { track_id: 'a', progress_ms: 30_000, is_manual: true },
      createdAt: Date.now(),
      state: { kind: 'queued' },
      isEditable: true,
    };
    const { visitTracks, render } = openHistory({ pending: [waiting], tracks: [trackOf('a')], network: 'offline' });
    await render();
    await expect.element(page.getByRole('article')).toHaveTextContent('Waiting to send');
    expect(visitTracks).not.toHaveBeenCalled();
  });

  it('forgets a day up to now, so that later plays of the day show', async () => {
    const { queued, render } = openHistory({
      plays: { state: 'complete', plays: [playOf('a', minutesAgo(0))] },
      tracks: [trackOf('a')],
    });
    await render();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    await button('More for Today').click();
    await page.getByRole('menuitem', { name: 'Forget this day' }).click();
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    await expect
      .poll(() => queued)
      .toEqual([
        ['history.hide', { from: midnight.toISOString(), until: new Date(Date.now()).toISOString(), is_hidden: true }],
      ]);
    now.mockRestore();
  });
});
