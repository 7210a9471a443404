import { describe, expect, it } from 'vitest';
import { Scene, type SceneFile } from './scene.ts';
import { FRAME_MS } from './stream-format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function sceneWith(sponsored: Record<string, SceneFile>, opted: Record<string, SceneFile> = {}): Promise<Scene> {
  const scene = new Scene();
  for (const [id, file] of Object.entries(sponsored)) scene.add('sponsored', id, file);
  for (const [id, file] of Object.entries(opted)) scene.add('opted', id, file);
  await scene.start();
  return scene;
}

const playing = async (scene: Scene) => (await scene.station.state()).current?.track.id ?? null;

describe('The station', () => {
  it('plays the sponsored tracks in turn for a day, and renders nothing without listeners (S-19)', async () => {
    const scene = await sceneWith({
      a: { durationMs: 3 * MINUTE },
      b: { durationMs: MINUTE },
      c: { durationMs: 90_000 },
    });
    scene.add('opted', 'x');
    const log = await scene.log(24 * HOUR);
    // The timeline begins 16 s before the start: 261 rounds of 330 s, and three tracks of the next round.
    expect(log.length).toBe(261 * 3 + 3);
    expect(log.filter((id, i) => id !== 'abc'[i % 3])).toEqual([]);
    expect(scene.rendered).toBe(0);
    expect(scene.lines).toEqual([]);
  });

  it('continues after a restart with tracks that were never on air, then with the least recently played', async () => {
    const scene = new Scene();
    scene.add('sponsored', 'late', {}, '2026-11-28T12:00:00Z');
    scene.add('sponsored', 'early', {}, '2026-11-28T11:00:00Z');
    scene.add('sponsored', 'never');
    await scene.start();
    expect(await scene.log(3 * MINUTE)).toEqual(['never', 'early', 'late', 'never']);
  });

  it('plays a newly sponsored track next, and afterwards in turn (S-19)', async () => {
    const scene = await sceneWith({ a: {}, b: {}, c: {} });
    await scene.pass(10_000);
    scene.add('sponsored', 'new');
    scene.add('sponsored', 'newer');
    expect((await scene.station.state()).next?.track.id).toBe('new');
    expect(await scene.log(9 * MINUTE)).toEqual(['a', 'new', 'newer', 'b', 'c', 'a', 'new', 'newer', 'b', 'c']);
  });

  it('plays opted-in tracks while nothing is sponsored, and switches to the first sponsored one (S-19)', async () => {
    const scene = await sceneWith({}, { x: {}, y: {} });
    expect(await scene.log(3 * MINUTE)).toEqual(['x', 'y', 'x', 'y']);
    scene.remove('x');
    scene.add('sponsored', 'x');
    expect(await scene.log(3 * MINUTE)).toEqual(['y', 'x', 'x', 'x']);
  });

  it('moves on after a quarter of an hour, however long the track (S-55)', async () => {
    const scene = await sceneWith({ long: { durationMs: 3 * HOUR }, short: { durationMs: MINUTE } });
    const { current } = await scene.station.state();
    expect([current?.track.id, current?.durationMs]).toEqual(['long', 15 * MINUTE]);
    expect(await scene.log(40 * MINUTE)).toEqual(['long', 'short', 'long', 'short', 'long']);
    const listener = scene.listen();
    await scene.pass(40 * MINUTE);
    const received = listener.received.filter(({ file }) => file === 'long').map(({ frame }) => frame);
    expect(Math.max(...received)).toBe(Math.floor((15 * MINUTE) / FRAME_MS) - 1);
    expect(new Set(listener.received.map(({ file }) => file))).toEqual(new Set(['long', 'short']));
  });

  it('turns loud tracks down to a common loudness, and never turns one up', async () => {
    const scene = await sceneWith({ loud: { lufs: -8 }, quiet: { lufs: -20 }, unmeasured: {} });
    scene.listen();
    await scene.pass(4 * MINUTE);
    expect(Object.fromEntries(scene.gains)).toEqual({ loud: 10 ** (-6 / 20), quiet: 1, unmeasured: 1 });
  });

  it('finishes a track that is deleted meanwhile, and does not play it again (S-19)', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    scene.remove('a');
    expect(await playing(scene)).toBe('a');
    expect(await scene.log(3 * MINUTE)).toEqual(['a', 'b', 'b', 'b']);
  });
});

describe('The station under failures', () => {
  it('skips a bad file with one log line, until the file changes', async () => {
    const scene = await sceneWith({ a: {}, b: { bad: 'it is no MP3' }, c: {} });
    expect(await scene.log(6 * MINUTE)).toEqual(['a', 'c', 'a', 'c', 'a', 'c', 'a']);
    expect(scene.lines).toEqual(['The radio leaves out "b" (b) because it is no MP3.']);
    expect(scene.inspected.filter((path) => path === 'b')).toEqual(['b']);
    scene.files.set('b', { stamp: 'second' });
    expect(await scene.log(4 * MINUTE)).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it('announces a track whose bad file has changed', async () => {
    const scene = await sceneWith({ a: {}, b: { bad: 'it is no MP3' } });
    const announced = async () => (await scene.station.state()).next?.track.id;
    await scene.pass(70_000);
    expect(await announced()).toBe('a');
    scene.files.set('b', { stamp: 'second' });
    await scene.pass(20_000);
    expect([await playing(scene), await announced()]).toEqual(['a', 'b']);
  });

  it('retries a track after ten minutes when the thread failed on it', async () => {
    const scene = await sceneWith({ a: {}, b: { bad: 'the decoder hung', blame: 'thread' } });
    await scene.pass(8 * MINUTE);
    expect(scene.inspected.filter((path) => path === 'b')).toEqual(['b']);
    await scene.pass(4 * MINUTE);
    expect(scene.inspected.filter((path) => path === 'b')).toEqual(['b', 'b']);
  });

  it('plays opted-in tracks when every sponsored one is bad', async () => {
    const scene = await sceneWith({ a: { bad: 'it is too short' } }, { x: {} });
    expect(await scene.log(2 * MINUTE)).toEqual(['x', 'x', 'x']);
  });

  it('is off air while all files are bad or there are none, and recovers by itself', async () => {
    const scene = await sceneWith({ a: { bad: 'its file is missing' } });
    expect(await scene.station.state()).toEqual({
      isOnline: false,
      current: null,
      elapsedMs: 0,
      next: null,
      history: [],
      listeners: 0,
      uniqueListeners: 0,
    });
    expect(scene.station.isOnAir()).toBe(false);
    expect(scene.listen().state).toBe('ended');
    await scene.pass(HOUR);
    expect(scene.inspected).toEqual(['a']);
    scene.add('opted', 'x');
    await scene.pass(2_000);
    expect(await playing(scene)).toBe('x');
  });

  it('ends the stream when no track is left, and keeps the last one in its history', async () => {
    const scene = await sceneWith({ a: {} });
    const listener = scene.listen();
    scene.remove('a');
    await scene.pass(2 * MINUTE);
    expect(listener.state).toBe('ended');
    const { isOnline, current, history, listeners } = await scene.station.state();
    expect([isOnline, current, history.map(({ track }) => track.id), listeners]).toEqual([false, null, ['a'], 0]);
    scene.add('sponsored', 'b');
    await scene.pass(2_000);
    const laterListener = scene.listen();
    await scene.pass(1_000);
    expect(new Set(laterListener.received.map(({ file }) => file))).toEqual(new Set(['b']));
  });

  it('keeps playing the known queue while the database is away, and logs the outage once', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    scene.isDatabaseAway = true;
    expect(await scene.log(4 * MINUTE)).toEqual(['a', 'b', 'a', 'b', 'a']);
    expect(scene.lines).toEqual(['The radio goes on with the queue it knows: Error: the database is away']);
    scene.isDatabaseAway = false;
    scene.add('sponsored', 'c');
    expect(await scene.log(2 * MINUTE)).toEqual(['a', 'c', 'b']);
  });

  it('does not mark a file as bad because it cannot be found while the database is away', async () => {
    const scene = new Scene();
    scene.add('sponsored', 'a');
    scene.add('opted', 'x');
    scene.arePlacesUnknown = true;
    await scene.start();
    expect([scene.station.isOnAir(), scene.lines, scene.inspected]).toEqual([false, [], []]);
    scene.arePlacesUnknown = false;
    await scene.pass(2_000);
    expect(await playing(scene)).toBe('a');
  });

  it('marks no file as bad when it closes during the search for its first track', async () => {
    const scene = new Scene();
    for (const id of 'abcdef') scene.add('sponsored', id);
    for (const id of 'uvwxyz') scene.add('opted', id);
    const closing: Promise<void>[] = [];
    scene.whileInspecting = () => void closing.push(scene.station.close());
    await scene.start();
    await Promise.all(closing);
    expect([scene.lines, scene.inspected]).toEqual([[], ['a']]);
  });

  it('continues the same stream with the next track when the decoder fails in the middle of a track', async () => {
    const scene = await sceneWith({ a: { breaksAt: 1000 }, b: {} });
    const listener = scene.listen();
    await scene.pass(30_000);
    const boundary = listener.received.findIndex(({ file }) => file === 'b');
    expect(listener.received[boundary - 1]).toEqual({ file: 'a', frame: 999 });
    expect(listener.received[boundary]).toEqual({ file: 'b', frame: 0 });
    expect([await playing(scene), listener.state]).toEqual(['b', 'open']);
    expect(scene.lines).toEqual(['The radio leaves out "a" (a) because it broke.']);
  });

  it('does not spin over files that have a length and no audio', async () => {
    const scene = await sceneWith({ a: { durationMs: 20 }, b: { durationMs: 20 } });
    scene.listen();
    await scene.pass(10_000);
    expect(scene.lines).toEqual([
      'The radio leaves out "a" (a) because there is no sound in it.',
      'The radio leaves out "b" (b) because there is no sound in it.',
    ]);
    expect(scene.station.isOnAir()).toBe(false);
  });

  it('resumes where it stopped after the machine slept, without flooding listeners', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    const listener = scene.listen();
    await scene.pass(1_000);
    const before = listener.received.length;
    scene.now += 8 * HOUR;
    await scene.pass(1_000);
    expect((listener.received.length - before) * FRAME_MS).toBeLessThan(1_300);
    expect(listener.received.length).toBeGreaterThan(before);
    expect(await playing(scene)).toBe('a');
  });
});

describe('The stream', () => {
  it('gives the first listener 16 s of the past at once, from the right position of the track', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    await scene.pass(30_000);
    expect(scene.rendered).toBe(0);
    const listener = scene.listen();
    await scene.pass(0);
    expect(listener.bytes).toBeGreaterThan(255 * 1024);
    expect(listener.bytes).toBeLessThanOrEqual(256 * 1024);
    // The timeline began 16.384 s before the station started.
    expect(listener.received[0]).toEqual({ file: 'a', frame: Math.round(30_000 / FRAME_MS) });
    expect(listener.received.at(-1)).toEqual({
      file: 'a',
      frame: Math.round(30_000 / FRAME_MS) + listener.received.length - 1,
    });
  });

  it('includes the end of the previous track', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    await scene.pass(MINUTE - 16_384 + 5_000);
    const listener = scene.listen();
    await scene.pass(0);
    const files = listener.received.map(({ file }) => file);
    expect(files.filter((file) => file === 'b').length * FRAME_MS).toBeCloseTo(5_000, -2);
    expect(listener.received[0]?.file).toBe('a');
    expect(await playing(scene)).toBe('b');
  });

  it('is the same for all: a later listener gets the frames that the first one got last', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    const first = scene.listen('a');
    await scene.pass(47_000);
    const second = scene.listen('b');
    await scene.pass(61_000);
    const third = scene.listen('b');
    await scene.pass(100);
    expect(second.received).toEqual(first.received.slice(-second.received.length));
    expect(third.received).toEqual(first.received.slice(-third.received.length));
    const { listeners, uniqueListeners } = await scene.station.state();
    expect({ listeners, uniqueListeners }).toEqual({ listeners: 3, uniqueListeners: 2 });
  });

  it('stays in time for three hours, without a lost or repeated frame', async () => {
    const scene = await sceneWith({ a: { durationMs: 200_000 }, b: { durationMs: 131_313 } });
    const listener = scene.listen();
    let last = { file: '', frame: -1 };
    let frames = 0;
    let breaks = 0;
    for (let passed = 0; passed < 3 * HOUR; passed += MINUTE) {
      await scene.pass(MINUTE);
      for (const frame of listener.received.splice(0)) {
        const isNext = frame.file === last.file ? frame.frame === last.frame + 1 : frame.frame === 0;
        if (!isNext) breaks += 1;
        last = frame;
        frames += 1;
      }
    }
    expect(breaks).toBe(0);
    const behind = (3 * HOUR + 16_384) / FRAME_MS - frames;
    expect(behind).toBeGreaterThanOrEqual(0);
    expect(behind).toBeLessThan(250 / FRAME_MS + 1);
    const { current, elapsedMs } = await scene.station.state();
    expect(current?.track.id).toBe(last.file);
    expect(Math.abs(elapsedMs - last.frame * FRAME_MS)).toBeLessThan(300);
  });

  it('is described at its live edge, not at the position of the encoder', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    const listener = scene.listen();
    await scene.pass(MINUTE - 16_384 - 1_000);
    const before = await scene.station.state();
    expect([before.current?.track.id, before.next?.track.id, listener.received.at(-1)?.file]).toEqual(['a', 'b', 'a']);
    await scene.pass(1_250);
    const after = await scene.station.state();
    expect([after.current?.track.id, listener.received.at(-1)?.file]).toEqual(['b', 'b']);
    expect(after.history.map(({ track }) => track.id)).toEqual(['a']);
    const startedAfterMs = (after.current?.playedAt ?? 0) - 1_700_000_000_000;
    expect(Math.abs(startedAfterMs - (5_000 + MINUTE - 16_384))).toBeLessThan(2 * FRAME_MS);
  });

  it('drops a listener that is 1 MB behind, and keeps the others', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    const slow = scene.listen('slow');
    const quick = scene.listen('quick');
    await scene.pass(1_000);
    slow.stall();
    await scene.pass(60_000);
    expect([slow.state, quick.state]).toEqual(['open', 'open']);
    await scene.pass(10_000);
    expect([slow.state, quick.state]).toEqual(['dropped', 'open']);
    expect((await scene.station.state()).listeners).toBe(1);
  });

  it('stops rendering when the last listener leaves, and the timeline continues', async () => {
    const scene = await sceneWith({ a: {}, b: {} });
    const listener = scene.listen();
    await scene.pass(10_000);
    scene.station.leave(listener);
    await scene.pass(1_000);
    const { rendered } = scene;
    expect(await scene.log(2 * MINUTE)).toEqual(['a', 'b', 'a']);
    expect(scene.rendered).toBe(rendered);
    const laterListener = scene.listen();
    await scene.pass(0);
    const { elapsedMs } = await scene.station.state();
    expect(Math.abs((laterListener.received.at(-1)?.frame ?? 0) * FRAME_MS - elapsedMs)).toBeLessThan(300);
  });

  it('stops encoding when the last listener leaves, on a machine that encodes barely faster than real time', async () => {
    const scene = await sceneWith({ a: { durationMs: 20_000 }, b: { durationMs: 20_000 } });
    const listener = scene.listen();
    let pieces = 0;
    scene.whileRendering = () => {
      scene.now += 900;
      pieces += 1;
      if (pieces === 10) scene.station.leave(listener);
    };
    await scene.pass(1_000);
    await scene.pass(1_000);
    expect(pieces).toBe(10);
    const { current, elapsedMs } = await scene.station.state();
    // The timeline began 16 s before the start, ten pieces took 9 s, and a second has passed since: 26 s, of which a took 20 s.
    expect([current?.track.id, Math.round(elapsedMs / 1000)]).toEqual(['b', 6]);
  });

  it('keeps the last ten airings in the history', async () => {
    const scene = await sceneWith(Object.fromEntries('abcdefghijklmno'.split('').map((id) => [id, {}])));
    await scene.pass(13 * MINUTE);
    const { current, history } = await scene.station.state();
    expect(current?.track.id).toBe('n');
    expect(history.map(({ track }) => track.id)).toEqual('mlkjihgfed'.split(''));
  });

  it('ends for all listeners when the station closes', async () => {
    const scene = await sceneWith({ a: {} });
    const listener = scene.listen();
    await scene.pass(1_000);
    await scene.station.close();
    const { length } = listener.received;
    await scene.pass(MINUTE);
    expect([listener.state, listener.received.length, scene.listen().state]).toEqual(['ended', length, 'ended']);
  });
});
