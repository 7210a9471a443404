import { flushSync } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { OwnPlays, Scope, TrackView } from '../../../../sync/client.ts';
import { createLive } from '../../../../sync/model/live.ts';
import type { StatsRow } from '../../../../sync/model/tables/user-stats.ts';
import type { ZapActionRow } from '../../../../sync/model/tables/zap-actions.ts';
import { constantLive } from '../../../engine/live.ts';
import { expectAnnounced, meWith, renderFor, restingStatus, trackOf } from '../../../testing/scope-test.tsx';
import { scriptedDevice } from '../../../testing/scripted-device.ts';
import { HistoryPage } from '../history/history-page.tsx';
import { RecapOf } from './recap-page.tsx';
import { monthOf } from './recap.ts';
import { monthName, monthWithYear } from './recap-texts.ts';

/** The middle of a month before the present one, in local time. */
const middleOf = (monthsAgo: number, day = 15) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth() - monthsAgo, day, 12);
};
const playOf = (track: string, at: Date) => ({
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
const hour = (id: string, change: Partial<TrackView> = {}) => trackOf(id, { duration_ms: 3_600_000, ...change });

interface Scene {
  state?: OwnPlays['state'];
  plays?: OwnPlays['plays'];
  tracks?: readonly TrackView[];
  ledger?: readonly ZapActionRow[];
  hidden?: StatsRow['hidden_plays'];
  element?: React.ReactNode;
  network?: 'online' | 'offline';
  isFilled?: boolean;
  /** Tracks that come when they are requested. */
  elsewhere?: readonly TrackView[];
  /** What the device has stored. */
  texts?: Map<string, string>;
}

async function open({
  state = 'complete',
  plays = [],
  tracks = [],
  ledger = [],
  hidden = [],
  element = <RecapOf month={null} />,
  network = 'online',
  isFilled = true,
  elsewhere = [],
  texts = new Map(),
}: Scene) {
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

const picture = () => page.getByRole('img', { name: /as a picture/ });
const save = () => page.getByRole('button', { name: 'Save', exact: true });
const share = () => page.getByRole('button', { name: 'Share picture' });

/** Colours of the picture at these heights, at its left edge, its middle and its right edge, as #rrggbb. */
function coloursAt(...heights: number[]): string[] {
  const canvas = picture().element() as HTMLCanvasElement;
  const context = canvas.getContext('2d');
  return heights.flatMap((y) =>
    [2, canvas.width / 2, canvas.width - 2].map((x) => {
      const [r = 0, g = 0, b = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
      return `#${[r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    }),
  );
}

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'canShare');
  Reflect.deleteProperty(navigator, 'share');
});

describe('the recap', () => {
  const last = middleOf(1);
  const before = middleOf(2);

  it('is drawn with the figures of the last month, which its text alternative repeats', async () => {
    const tracks = [hour('a', { title: 'Ghost Tram' }), hour('b', { user_id: 'bob', artist_name: 'Bob' })];
    const vote = {
      id: 'vote',
      rev: 1,
      user_id: 'me',
      action_type: 'vote',
      zap_value: -5,
      metadata: { track_id: 'b' },
      credited_on: last.toISOString().slice(0, 10),
      created_at: last.toISOString(),
    };
    const plays = [playOf('a', middleOf(1, 16)), playOf('a', last), playOf('b', last)];
    await open({ plays, tracks, ledger: [vote] });
    await expect.element(page.getByRole('heading', { name: monthWithYear(monthOf(last.getTime())) })).toBeVisible();
    await expect
      .element(picture())
      .toHaveAttribute(
        'aria-label',
        `Your ${monthWithYear(monthOf(last.getTime()))} as a picture: 180 minutes of music, 2 tracks; 2 artists; ` +
          '2 first listens; 2 day streak; Most played, 2 times: Ghost Tram by Ann; Supported with 5 ZAPs: Bob.',
      );
    await expect.element(save()).toBeEnabled();
    await expect.poll(() => coloursAt(0)).toEqual(Array(3).fill('#f5efe6'));
    const canvas = picture().element() as HTMLCanvasElement;
    expect([canvas.width, canvas.height]).toEqual([1080, 1920]);
  });

  it('leads to earlier and later months, and not to months with less than an hour', async () => {
    const plays = [playOf('a', last), playOf('short', before), playOf('a', middleOf(3))];
    await open({ plays, tracks: [hour('a'), trackOf('short')] });
    await expect
      .element(page.getByRole('link', { name: /^Earlier/ }))
      .toHaveAttribute('href', `/library/recap/${monthOf(middleOf(3).getTime())}`);
    await expect
      .element(page.getByRole('button', { name: 'No later recap yet' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it.each<[string, Scene]>([
    ['the present month', { plays: [playOf('a', new Date())] }],
    ['less than an hour', { plays: [playOf('short', last)] }],
    ['forgotten plays', { plays: [playOf('a', last)], hidden: [[null, new Date().toISOString()]] }],
    ['plays while the history was off', { plays: [playOf('a', last)], hidden: [[before.toISOString(), null]] }],
  ])('is not there for %s', async (_name, scene) => {
    await open({ ...scene, tracks: [hour('a'), trackOf('short')] });
    await expect.element(page.getByText('No recap yet', { exact: true })).toBeVisible();
    await expect.element(picture()).not.toBeInTheDocument();
  });

  it('claims no month without a recap until all plays are read', async () => {
    const none = page.getByText('No recap yet', { exact: true });
    const claims: boolean[] = [];
    const watch = new MutationObserver(() => claims.push(none.query() !== null));
    watch.observe(document.body, { childList: true, subtree: true });
    const plays = [playOf('a', last)];
    const { own } = await open({ state: 'reading', tracks: [hour('a')] });
    await expect.element(page.getByRole('heading', { name: 'Recap' })).toBeVisible();
    own.set({ state: 'complete', plays });
    await expect.element(picture()).toBeVisible();
    watch.disconnect();
    expect(claims).not.toContain(true);
  });

  it('requests heard tracks that are not on the device once, and again when the network is back', async () => {
    const { visitTracks, status } = await open({
      plays: [playOf('a', last), playOf('gone', last)],
      tracks: [hour('a')],
    });
    await expect.element(picture()).toBeInTheDocument();
    await expect.poll(() => visitTracks.mock.calls).toEqual([[['gone']]]);
    await expect.element(save()).toBeEnabled();
    const unknown =
      '1 track of this month is not on this device yet, so it may be more. Until then, each play counts half a minute.';
    await expect.element(page.getByText(unknown, { exact: true })).toBeVisible();
    expect(visitTracks).toHaveBeenCalledTimes(1);
    flushSync(() => status.set(restingStatus('offline')));
    status.set(restingStatus('online'));
    await expect.poll(() => visitTracks.mock.calls).toEqual([[['gone']], [['gone']]]);
  });

  it('does not wait for tracks of other months, which are requested after its own', async () => {
    const plays = [playOf('a', last), playOf('own', last), playOf('far', before)];
    const { answer, visitTracks } = await open({ plays, tracks: [hour('a')], elsewhere: [hour('own'), hour('far')] });
    await expect.poll(() => visitTracks.mock.calls).toEqual([[['own']]]);
    await expect.element(picture()).not.toBeInTheDocument();
    answer();
    await expect.element(picture()).toHaveAttribute('aria-label', expect.stringContaining('120 minutes'));
    await expect.element(page.getByRole('link', { name: /^Earlier/ })).toBeVisible();
    expect(visitTracks.mock.calls).toEqual([[['own']], [['far']]]);
    await cleanup();

    const complete = await open({
      plays: [playOf('a', last), playOf('far', before)],
      tracks: [hour('a')],
      elsewhere: [hour('far')],
    });
    await expect.poll(() => complete.visitTracks.mock.calls).toEqual([[['far']]]);
    await expect.element(picture()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'No earlier recap' })).toBeVisible();
  });

  it('waits for the tracks that its minutes need, of months that would have none without them too', async () => {
    const plays = [playOf('far', last), playOf('a', before)];
    const { answer, visitTracks } = await open({ plays, tracks: [hour('a')], elsewhere: [hour('far')] });
    await expect.poll(() => visitTracks.mock.calls).toEqual([[['far']]]);
    await expect.element(page.getByRole('heading', { name: 'Recap' })).toBeVisible();
    await expect.element(picture()).not.toBeInTheDocument();
    answer();
    await expect
      .element(picture())
      .toHaveAttribute(
        'aria-label',
        expect.stringContaining(`${monthWithYear(monthOf(last.getTime()))} as a picture: 60 minutes`),
      );
    expect(visitTracks).toHaveBeenCalledTimes(1);
  });

  it.each([false, true])(
    'says offline what it does not know, and completes itself in place when the network is back (share sheet: %s)',
    async (canShare) => {
      Object.assign(navigator, { canShare: () => canShare });
      const plays = [playOf('a', last), playOf('far', last), playOf('far', middleOf(1, 16))];
      const { answer, visitTracks, status } = await open({
        plays,
        tracks: [hour('a')],
        elsewhere: [hour('far')],
        network: 'offline',
      });
      await expect
        .element(picture())
        .toHaveAttribute('aria-label', expect.stringContaining('61 minutes of music, 2 tracks'));
      await expect
        .element(page.getByText('1 track of this month is not on this device yet', { exact: false }))
        .toBeVisible();
      expect(visitTracks).not.toHaveBeenCalled();
      await expect.element(save()).toBeEnabled();
      const shown = [picture().element(), save().element()];
      (shown[1] as HTMLElement).focus();
      status.set(restingStatus('online'));
      await expect.poll(() => visitTracks.mock.calls).toEqual([[['far']]]);
      expect([picture().query(), document.activeElement]).toEqual(shown);
      answer();
      await expect
        .element(picture())
        .toHaveAttribute('aria-label', expect.stringContaining('180 minutes of music, 2 tracks'));
      await expect.element(page.getByText('of a track that is gone, half a minute', { exact: false })).toBeVisible();
      expect([picture().query(), document.activeElement]).toEqual(shown);
    },
  );

  it('goes to the system’s share sheet as a PNG, and a refusal says that it can be saved', async () => {
    const shared = vi.fn(async (_data: ShareData): Promise<void> => undefined);
    Object.assign(navigator, { canShare: () => true, share: shared });
    await open({ plays: [playOf('a', last)], tracks: [hour('a')] });
    await expect.element(share()).toBeEnabled();
    await expect.element(share()).not.toHaveAttribute('aria-busy');
    await share().click();
    const [file] = shared.mock.calls[0]?.[0].files ?? [];
    expect([file?.name, file?.type]).toEqual([`undercurrent-${monthOf(last.getTime())}.png`, 'image/png']);
    const bitmap = await createImageBitmap(file ?? new Blob());
    expect([bitmap.width, bitmap.height]).toEqual([1080, 1920]);

    shared.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    await share().click();
    shared.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await share().click();
    await expectAnnounced('Not shared', 'You can save the picture instead.');
    expect(shared).toHaveBeenCalledTimes(3);
  });

  it('is written out where a picture cannot be made', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
    const element = (
      <main>
        <RecapOf month={null} />
      </main>
    );
    await open({ plays: [playOf('a', last)], tracks: [hour('a', { title: 'Ghost Tram' })], element });
    await expect.element(page.getByRole('alert')).toHaveTextContent('60 minutes of music, 1 track; 1 artist');
    await expect.element(save()).not.toBeInTheDocument();
    vi.restoreAllMocks();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(save()).toBeEnabled();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    ['a right-to-left title', 'שיר ארוך מאוד על רכבת רפאים שנוסעת בלילה לבד'],
    ['emoji', '🎵👩‍👩‍👧‍👦🔥'.repeat(20)],
    ['combining marks', `Z${'\u0301\u0316'.repeat(200)}algo`],
    ['no spaces', 'W'.repeat(500)],
  ])('keeps its edges free with %s', async (_name, title) => {
    await open({ plays: [playOf('a', last)], tracks: [hour('a', { title, artist_name: title })] });
    await expect.element(save()).toBeEnabled();
    // Above, beside and below the most played track, left of the cover's edge and right of the text's.
    expect(coloursAt(1500, 1560, 1620, 1680, 1740, 1860).filter((_colour, i) => i % 3 !== 1)).toEqual(
      Array(12).fill('#f5efe6'),
    );
  });
});

describe('the recap’s panel on the history page', () => {
  const last = middleOf(1);
  const element = (onPlay: () => void) => (
    <HistoryPage onPlay={onPlay} onMore={() => undefined} nowPlaying={{ trackId: null, isPlaying: false }} />
  );

  it('shows the month, plays it, and leads to the picture', async () => {
    const onPlay = vi.fn();
    const name = monthName(monthOf(last.getTime()));
    const tracks = [hour('a'), hour('b')];
    await open({
      plays: [playOf('a', last), playOf('b', last), playOf('b', middleOf(1, 16))],
      tracks,
      element: element(onPlay),
    });
    const panel = page.getByRole('region', { name: `Your ${name}` });
    await expect.element(panel).toHaveTextContent(`180Your ${name}minutes of music`);
    await expect
      .element(panel.getByRole('link', { name: 'Share picture' }))
      .toHaveAttribute('href', `/library/recap/${monthOf(last.getTime())}`);
    await panel.getByRole('button', { name: `Play ${name}` }).click();
    expect(onPlay.mock.calls).toEqual([[tracks.toReversed(), 0, 'list']]);
    await userEvent.keyboard('{Tab}');
    await expect.element(panel.getByRole('link', { name: 'Share picture' })).toHaveFocus();
  });

  const panel = page.getByRole('region', { name: /^Your/ });
  const list = page.getByRole('list', { name: 'Plays' });

  /** Tops of the list in the page, in px, of each change of the document that shows it. */
  function watchList(): () => ReadonlySet<number> {
    const tops = new Set<number>();
    const observer = new MutationObserver(() => {
      const top = list.query()?.getBoundingClientRect().top;
      if (top !== undefined) tops.add(Math.round(top));
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      return tops;
    };
  }

  it('keeps its height when missing tracks arrive', async () => {
    const plays = Array.from({ length: 3 }, (_, i) => playOf('far', middleOf(1, 15 + i)));
    const { answer } = await open({
      plays: [...plays, playOf('a', last)],
      tracks: [hour('a')],
      elsewhere: [hour('far')],
      element: element(vi.fn()),
    });
    await expect.element(panel).toHaveTextContent('minutes of music or more');
    const tops = watchList();
    answer();
    await expect.element(panel).toHaveTextContent(/^240/);
    await expect.element(panel).not.toHaveTextContent('or more');
    expect(tops().size).toBe(1);
  });

  it('lets the plays show while they are read, and moves none of them if the last visit had it', async () => {
    const texts = new Map<string, string>();
    const scene = { plays: [playOf('a', last)], tracks: [hour('a')], element: element(vi.fn()), texts };
    const first = await open({ ...scene, isFilled: false });
    await expect.element(list).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    first.filled.set(true);
    await expect.element(panel).toBeVisible();
    await cleanup();

    const tops = watchList();
    const second = await open({ ...scene, isFilled: false });
    await expect.element(list).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    second.filled.set(true);
    await expect.element(panel).toBeVisible();
    expect(tops().size).toBe(1);
  });

  it('keeps its room while the tracks that it needs are fetched', async () => {
    const texts = new Map([['recap-panel', 'shown']]);
    const tops = watchList();
    const { answer, visitTracks } = await open({
      plays: [playOf('far', last)],
      elsewhere: [hour('far')],
      element: element(vi.fn()),
      texts,
    });
    await expect.poll(() => visitTracks.mock.calls).toContainEqual([['far']]);
    await expect.element(list).toBeVisible();
    expect([panel.query(), texts.get('recap-panel')]).toEqual([null, 'shown']);
    answer();
    await expect.element(panel).toBeVisible();
    expect(tops().size).toBe(1);
  });

  it('is absent without an hour in an ended month', async () => {
    await open({
      plays: [playOf('a', new Date()), playOf('b', last)],
      tracks: [hour('a'), trackOf('b')],
      element: element(vi.fn()),
    });
    await expect.element(page.getByText('1 play', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole('region', { name: /^Your/ })).not.toBeInTheDocument();
  });
});
