import { vi } from 'vitest';
import type { OwnPlays, Scope, TrackView } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';
import type { StatsRow } from '../../sync/model/tables/user-stats.ts';
import type { ZapActionRow } from '../../sync/model/tables/zap-actions.ts';
import { constantLive } from '../engine/live.ts';
import { meWith, renderFor, restingStatus, trackOf } from './scope-test.tsx';
import { scriptedDevice } from './scripted-device.ts';

/** Noon of a day, `monthsAgo` months before the present one, in local time. */
export const noonMonthsAgo = (monthsAgo: number, day = 15) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth() - monthsAgo, day, 12);
};
export const playOf = (track: string, at: Date) => ({
  id: `${track} ${at.getTime()}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  played_on: at.toISOString().slice(0, 10),
  heard_at: at.toISOString(),
  is_manual: true,
  is_self_play: false,
  zaps_earned: 0,
  created_at: at.toISOString(),
});
export const hourLongTrack = (id: string, change: Partial<TrackView> = {}) =>
  trackOf(id, { duration_ms: 3_600_000, ...change });

export interface RecapScene {
  state?: OwnPlays['state'];
  plays?: OwnPlays['plays'];
  tracks?: readonly TrackView[];
  ledger?: readonly ZapActionRow[];
  hidden?: StatsRow['hidden_plays'];
  element: React.ReactNode;
  network?: 'online' | 'offline';
  isFilled?: boolean;
  /** Tracks that arrive once they are requested. */
  elsewhere?: readonly TrackView[];
  /** Texts stored on the device. */
  texts?: Map<string, string>;
}

export async function openRecap({
  state = 'complete',
  plays = [],
  tracks = [],
  ledger = [],
  hidden = [],
  element,
  network = 'online',
  isFilled = true,
  elsewhere = [],
  texts = new Map(),
}: RecapScene) {
  const here = [...tracks];
  const trackById = (id: string) => here.find((track) => track.id === id) ?? null;
  let answer = () => undefined as void;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  if (elsewhere.length === 0) answer();
  const visitTracks = vi.fn(async (ids: readonly string[]) => {
    await isAnswered;
    here.push(...elsewhere.filter(({ id }) => ids.includes(id)));
  });
  const filled = createLive(isFilled);
  const status = createLive(restingStatus(network));
  const stats = { hidden_plays: hidden } as StatsRow;
  const own = createLive<OwnPlays>({ state, plays });
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    ownHistory: async () => ({
      plays: own,
      ledger: async (from, to) => ledger.filter(({ credited_on: day }) => day >= from && day <= to),
    }),
    pending: createLive([]),
    me: createLive({ ...meWith(0), stats }),
    isFilled: filled,
    status,
    track: (id) => constantLive(trackById(id)),
    tracksById: async (ids) => ids.flatMap((id) => trackById(id) ?? []),
    visitTracks,
    device: scriptedDevice(texts),
    absent: createLive(new Set<string>()),
    isAbsent: () => false,
    kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
    avatar: { state: createLive({ kind: 'none' }) } as unknown as Scope['avatar'],
  };
  await renderFor(scopeParts, element);
  return { visitTracks, own, answer, filled, status };
}
