import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LockScreenContent, openLockScreen } from './lock-screen.ts';

beforeEach(() => {
  vi.stubGlobal('MediaMetadata', function (this: object, init: object) {
    Object.assign(this, init);
  });
});
afterEach(() => vi.unstubAllGlobals());

function open(isOnIos = false) {
  const handlers = new Map<string, MediaSessionActionHandler>();
  let titles = 0;
  let metadata: MediaMetadata | null = null;
  const media: MediaSession & { position: MediaPositionState | undefined } = {
    position: undefined,
    playbackState: 'none',
    get metadata() {
      return metadata;
    },
    set metadata(next) {
      metadata = next;
      if (next) titles += 1;
    },
    setActionHandler: (action, handler) => void (handler ? handlers.set(action, handler) : handlers.delete(action)),
    setPositionState(state) {
      if (state && Number(state.position) > Number(state.duration)) throw new TypeError('behind the end');
      media.position = state;
    },
    setCameraActive: () => Promise.resolve(),
    setMicrophoneActive: () => Promise.resolve(),
  };
  return {
    screen: openLockScreen(media, isOnIos),
    media,
    keys: () => [...handlers.keys()].sort(),
    press: (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
      handlers.get(action)?.({ action, ...details }),
    titles: () => titles,
  };
}

const nothing = () => undefined;
const track: LockScreenContent = {
  title: 'Track',
  artist: 'Artist',
  artwork: 'https://x/cover.jpg',
  state: 'playing',
  position: { positionS: 70, durationS: 60 },
  keys: { play: nothing, pause: nothing, previous: nothing, seekTo: nothing, seekBy: nothing },
};
const song: LockScreenContent = {
  title: 'Song',
  artist: 'Band',
  album: 'ON AIR',
  artwork: null,
  state: 'playing',
  position: null,
  keys: { play: nothing, pause: nothing, stop: nothing },
};

describe('the lock screen', () => {
  it('shows the track, a position within its duration and the available keys', () => {
    const { screen, media, keys } = open();
    screen.show('player', track);
    expect(media.metadata).toMatchObject({ title: 'Track', artist: 'Artist' });
    expect([media.playbackState, media.position]).toEqual(['playing', { duration: 60, position: 60, playbackRate: 1 }]);
    expect(keys()).toEqual(['pause', 'play', 'previoustrack', 'seekbackward', 'seekforward', 'seekto']);
  });

  it('seeks by ten seconds when the system gives no offset', () => {
    const seekBy = vi.fn();
    const { screen, press } = open();
    screen.show('player', { ...track, keys: { ...track.keys, seekBy } });
    press('seekforward');
    press('seekbackward', { seekOffset: 20 });
    expect(seekBy.mock.calls).toEqual([[10], [-20]]);
  });

  it('omits the seek keys where they would replace previous and next', () => {
    const { screen, keys } = open(true);
    screen.show('player', track);
    expect(keys()).toEqual(['pause', 'play', 'previoustrack', 'seekto']);
  });

  it('shows only the radio once the radio takes it over', () => {
    const { screen, media, keys } = open();
    screen.show('player', track);
    screen.show('radio', song);
    expect(media.metadata).toMatchObject({ title: 'Song', album: 'ON AIR' });
    expect(new Set(media.metadata?.artwork.map(({ src }) => src))).toEqual(new Set(['/icons/icon-512.png']));
    expect([keys(), media.position]).toEqual([['pause', 'play', 'stop'], undefined]);
    // The player no longer owns the lock screen, so its clear does nothing.
    screen.clear('player');
    expect(media.metadata).toMatchObject({ title: 'Song' });
  });

  it('is empty after its owner clears it', () => {
    const { screen, media, keys } = open();
    screen.show('radio', song);
    screen.clear('radio');
    expect([media.metadata, media.playbackState, keys()]).toEqual([null, 'none', []]);
  });

  it.each([
    ['iOS', true, 2],
    ['any other system', false, 1],
  ])('sets an unchanged title once, and on iOS again for a new source (%s)', (_system, isOnIos, times) => {
    const { screen, media, titles } = open(isOnIos);
    screen.show('player', track);
    screen.show('player', { ...track, state: 'paused' });
    expect([titles(), media.playbackState]).toEqual([1, 'paused']);
    screen.renew('player');
    screen.show('player', track);
    expect(titles()).toBe(times);
  });
});
