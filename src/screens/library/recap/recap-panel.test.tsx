import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { trackOf } from '../../../testing/scope-test.tsx';
import { hourLongTrack, noonMonthsAgo, openRecap, playOf } from '../../../testing/recap-scene.tsx';
import { HistoryPage } from '../history/history-page.tsx';
import { monthOf } from './recap.ts';
import { monthName } from './recap-texts.ts';

afterEach(() => vi.restoreAllMocks());

describe('the recap’s panel on the history page', () => {
  const last = noonMonthsAgo(1);
  const element = (onPlay: () => void) => (
    <HistoryPage onPlay={onPlay} onMore={() => undefined} nowPlaying={{ trackId: null, isPlaying: false }} />
  );

  it('shows the month, plays it, and leads to the picture', async () => {
    const onPlay = vi.fn();
    const name = monthName(monthOf(last.getTime()));
    const tracks = [hourLongTrack('a'), hourLongTrack('b')];
    await openRecap({
      plays: [playOf('a', last), playOf('b', last), playOf('b', noonMonthsAgo(1, 16))],
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
    const plays = Array.from({ length: 3 }, (_, i) => playOf('far', noonMonthsAgo(1, 15 + i)));
    const { answer } = await openRecap({
      plays: [...plays, playOf('a', last)],
      tracks: [hourLongTrack('a')],
      elsewhere: [hourLongTrack('far')],
      element: element(vi.fn()),
    });
    await expect.element(panel).toHaveTextContent('minutes of music or more');
    const tops = watchList();
    answer();
    await expect.element(panel).toHaveTextContent(/^240/);
    await expect.element(panel).not.toHaveTextContent('or more');
    expect(tops().size).toBe(1);
  });

  it('lets the plays show before all are known, and does not move them if the last visit had the panel', async () => {
    const texts = new Map<string, string>();
    const scene = { plays: [playOf('a', last)], tracks: [hourLongTrack('a')], element: element(vi.fn()), texts };
    const first = await openRecap({ ...scene, isFilled: false });
    await expect.element(list).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    first.filled.set(true);
    await expect.element(panel).toBeVisible();
    await cleanup();

    const tops = watchList();
    const second = await openRecap({ ...scene, isFilled: false });
    await expect.element(list).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    second.filled.set(true);
    await expect.element(panel).toBeVisible();
    expect(tops().size).toBe(1);
  });

  it('keeps its room while the tracks that it needs are fetched', async () => {
    const texts = new Map([['recap-panel', 'shown']]);
    const tops = watchList();
    const { answer, visitTracks } = await openRecap({
      plays: [playOf('far', last)],
      elsewhere: [hourLongTrack('far')],
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
    await openRecap({
      plays: [playOf('a', new Date()), playOf('b', last)],
      tracks: [hourLongTrack('a'), trackOf('b')],
      element: element(vi.fn()),
    });
    await expect.element(page.getByText('1 play', { exact: true }).first()).toBeVisible();
    await expect.element(page.getByRole('region', { name: /^Your/ })).not.toBeInTheDocument();
  });
});
