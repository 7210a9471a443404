import { flushSync } from 'react-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAnnounced, restingStatus, trackOf } from '../../../testing/scope-test.tsx';
import { hourLongTrack, noonMonthsAgo, openRecap, playOf, type RecapScene } from '../../../testing/recap-scene.tsx';
import { RecapOf } from './recap-page.tsx';
import { monthOf } from './recap.ts';
import { monthWithYear } from './recap-texts.ts';

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

const open = ({ element = <RecapOf month={null} />, ...scene }: Partial<RecapScene>) =>
  openRecap({ element, ...scene });

describe('the recap', () => {
  const last = noonMonthsAgo(1);
  const before = noonMonthsAgo(2);

  it('is drawn with the figures of the last month, which its text alternative repeats', async () => {
    const tracks = [
      hourLongTrack('a', { title: 'Ghost Tram' }),
      hourLongTrack('b', { user_id: 'bob', artist_name: 'Bob' }),
    ];
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
    const plays = [playOf('a', noonMonthsAgo(1, 16)), playOf('a', last), playOf('b', last)];
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

  it('links to the latest earlier month with at least an hour', async () => {
    const plays = [playOf('a', last), playOf('short', before), playOf('a', noonMonthsAgo(3))];
    await open({ plays, tracks: [hourLongTrack('a'), trackOf('short')] });
    await expect
      .element(page.getByRole('link', { name: /^Earlier/ }))
      .toHaveAttribute('href', `/library/recap/${monthOf(noonMonthsAgo(3).getTime())}`);
    await expect
      .element(page.getByRole('button', { name: 'No later recap yet' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it.each<[string, Partial<RecapScene>]>([
    ['the present month', { plays: [playOf('a', new Date())] }],
    ['less than an hour', { plays: [playOf('short', last)] }],
    ['forgotten plays', { plays: [playOf('a', last)], hidden: [[null, new Date().toISOString()]] }],
    ['plays while the history was off', { plays: [playOf('a', last)], hidden: [[before.toISOString(), null]] }],
  ])('is not there for %s', async (_name, scene) => {
    await open({ ...scene, tracks: [hourLongTrack('a'), trackOf('short')] });
    await expect.element(page.getByText('No recap yet', { exact: true })).toBeVisible();
    await expect.element(picture()).not.toBeInTheDocument();
  });

  it('does not say “No recap yet” until all plays are read', async () => {
    const none = page.getByText('No recap yet', { exact: true });
    const claims: boolean[] = [];
    const watch = new MutationObserver(() => claims.push(none.query() !== null));
    watch.observe(document.body, { childList: true, subtree: true });
    const plays = [playOf('a', last)];
    const { own } = await open({ state: 'reading', tracks: [hourLongTrack('a')] });
    await expect.element(page.getByRole('heading', { name: 'Recap' })).toBeVisible();
    own.set({ state: 'complete', plays });
    await expect.element(picture()).toBeVisible();
    watch.disconnect();
    expect(claims).not.toContain(true);
  });

  it('requests heard tracks that are not on the device once, and again when the network is back', async () => {
    const { visitTracks, status } = await open({
      plays: [playOf('a', last), playOf('gone', last)],
      tracks: [hourLongTrack('a')],
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

  it('requests its own tracks first, and does not wait for those of other months', async () => {
    const plays = [playOf('a', last), playOf('own', last), playOf('far', before)];
    const { answer, visitTracks } = await open({
      plays,
      tracks: [hourLongTrack('a')],
      elsewhere: [hourLongTrack('own'), hourLongTrack('far')],
    });
    await expect.poll(() => visitTracks.mock.calls).toEqual([[['own']]]);
    await expect.element(picture()).not.toBeInTheDocument();
    answer();
    await expect.element(picture()).toHaveAttribute('aria-label', expect.stringContaining('120 minutes'));
    await expect.element(page.getByRole('link', { name: /^Earlier/ })).toBeVisible();
    expect(visitTracks.mock.calls).toEqual([[['own']], [['far']]]);
    await cleanup();

    const complete = await open({
      plays: [playOf('a', last), playOf('far', before)],
      tracks: [hourLongTrack('a')],
      elsewhere: [hourLongTrack('far')],
    });
    await expect.poll(() => complete.visitTracks.mock.calls).toEqual([[['far']]]);
    await expect.element(picture()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'No earlier recap' })).toBeVisible();
  });

  it('waits for missing tracks if a month has no recap without them', async () => {
    const plays = [playOf('far', last), playOf('a', before)];
    const { answer, visitTracks } = await open({
      plays,
      tracks: [hourLongTrack('a')],
      elsewhere: [hourLongTrack('far')],
    });
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
    'says offline that a track is missing, and updates in place when the network is back (share sheet: %s)',
    async (canShare) => {
      Object.assign(navigator, { canShare: () => canShare });
      const plays = [playOf('a', last), playOf('far', last), playOf('far', noonMonthsAgo(1, 16))];
      const { answer, visitTracks, status } = await open({
        plays,
        tracks: [hourLongTrack('a')],
        elsewhere: [hourLongTrack('far')],
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

  it('is shared as a PNG; if sharing fails, a toast suggests saving it', async () => {
    const shared = vi.fn(async (_data: ShareData): Promise<void> => undefined);
    Object.assign(navigator, { canShare: () => true, share: shared });
    await open({ plays: [playOf('a', last)], tracks: [hourLongTrack('a')] });
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

  it('falls back to text if the picture cannot be encoded, and can be retried', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
    const element = (
      <main>
        <RecapOf month={null} />
      </main>
    );
    await open({ plays: [playOf('a', last)], tracks: [hourLongTrack('a', { title: 'Ghost Tram' })], element });
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
    await open({ plays: [playOf('a', last)], tracks: [hourLongTrack('a', { title, artist_name: title })] });
    await expect.element(save()).toBeEnabled();
    // Above, beside and below the most played track, left of the cover's edge and right of the text's.
    expect(coloursAt(1500, 1560, 1620, 1680, 1740, 1860).filter((_colour, i) => i % 3 !== 1)).toEqual(
      Array(12).fill('#f5efe6'),
    );
  });
});
