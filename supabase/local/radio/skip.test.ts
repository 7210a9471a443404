import { describe, expect, it } from 'vitest';
import { Scene } from './scene.ts';
import { FRAME_MS } from './stream-format.ts';

const MINUTE = 60_000;

async function sceneWith(...ids: readonly string[]): Promise<Scene> {
  const scene = new Scene();
  for (const id of ids) scene.add('sponsored', id);
  await scene.start();
  return scene;
}

function playing(scene: Scene) {
  const airing = scene.station.airing();
  if (!airing) throw new Error('Nothing plays');
  return airing;
}

describe('Skipping the playing track', () => {
  it('plays the next track at once while nobody listens, for its whole length, and then goes on in turn', async () => {
    const scene = await sceneWith('a', 'b', 'c');
    await scene.pass(10_000);
    scene.station.skip(playing(scene));
    await scene.pass(0);
    expect(playing(scene).track.id).toBe('b');
    expect((await scene.station.state()).history[0]).toMatchObject({ track: { id: 'a' }, durationMs: 26_384 });
    expect(await scene.log(59_000)).toEqual(['b']);
    expect(await scene.log(MINUTE)).toEqual(['b', 'c']);
  });

  it('sends listeners the beginning of the next track within a second, and the rest of the skipped one never', async () => {
    const scene = await sceneWith('a', 'b');
    const listener = scene.listen();
    await scene.pass(20_000);
    const before = listener.received.length;
    scene.station.skip(playing(scene));
    await scene.pass(1_000);
    const after = listener.received.slice(before);
    const firstOfNext = after.findIndex(({ file }) => file === 'b');
    expect(after[firstOfNext]).toEqual({ file: 'b', frame: 0 });
    // At most the frames that were due since the last batch.
    expect(firstOfNext).toBeLessThan(20);
    expect(after.slice(firstOfNext).map(({ file }) => file)).not.toContain('a');
    const frames = after.filter(({ file }) => file === 'b').map(({ frame }) => frame);
    expect(frames).toEqual(frames.map((_, i) => i));
    expect(listener.state).toBe('open');
    expect(playing(scene).track.id).toBe('b');
  });

  it('sends a listener who joins soon after a skip the last 16 s, which contain the cut, and nothing of the skipped part', async () => {
    const scene = await sceneWith('a', 'b');
    scene.station.skip(playing(scene));
    await scene.pass(4_000);
    const listener = scene.listen();
    await scene.pass(10_000);
    const files = listener.received.map(({ file }) => file);
    const cut = files.indexOf('b');
    // The listener joined 4 s after the cut, so 12 of the 16 s lie before it.
    expect(cut).toBeGreaterThan(12_000 / FRAME_MS);
    expect(cut).toBeLessThan(13_000 / FRAME_MS);
    expect(new Set(files.slice(cut))).toEqual(new Set(['b']));
  });

  it('plays the track that was announced as next, also when several are skipped in a row and a listener is there', async () => {
    const scene = await sceneWith('a', 'b', 'c', 'd');
    const played: (string | undefined)[] = [];
    const announced: (string | undefined)[] = [];
    for (const step of [1, 2, 3]) {
      if (step === 2) scene.listen();
      await scene.pass(2_000);
      announced.push((await scene.station.state()).next?.track.id);
      scene.station.skip(playing(scene));
      await scene.pass(1_000);
      played.push(playing(scene).track.id);
    }
    expect(played).toEqual(['b', 'c', 'd']);
    expect(announced).toEqual(played);
  });

  it('ignores an airing that is over, and one that was skipped already', async () => {
    const scene = await sceneWith('a', 'b', 'c');
    const first = playing(scene);
    scene.station.skip(first);
    await scene.pass(0);
    scene.station.skip(first);
    await scene.pass(1_000);
    expect(playing(scene).track.id).toBe('b');
  });

  it('lets an airing end by itself if the stream is already at the next track', async () => {
    const scene = await sceneWith('a', 'b', 'c');
    scene.listen();
    // The timeline begins 16 s before the start, and is rendered 2 s ahead.
    await scene.pass(43_000);
    expect(playing(scene).track.id).toBe('a');
    scene.station.skip(playing(scene));
    await scene.pass(3_000);
    expect(playing(scene).track.id).toBe('b');
  });

  it('starts the only track again, but stops if that track has left the queue', async () => {
    const scene = await sceneWith('a');
    const first = playing(scene);
    scene.station.skip(first);
    await scene.pass(0);
    expect(playing(scene).number).toBe(first.number + 1);
    const listener = scene.listen();
    await scene.pass(5_000);
    scene.remove('a');
    scene.station.skip(playing(scene));
    await scene.pass(0);
    expect(scene.station.airing()).toBeNull();
    expect(listener.state).toBe('ended');
  });
});

describe('Stopping the station', () => {
  it('ends the listeners at once, announces nothing, and goes on with the next track in turn', async () => {
    const scene = await sceneWith('a', 'b', 'c');
    const listener = scene.listen();
    await scene.pass(10_000);
    scene.station.setStopped(true);
    await scene.pass(0);
    expect(listener.state).toBe('ended');
    expect(scene.listen().state).toBe('ended');
    expect(scene.station.airing()).toBeNull();
    const { isOnline, current, next, history } = await scene.station.state();
    expect({ isOnline, current, next }).toEqual({ isOnline: false, current: null, next: null });
    expect(history[0]).toMatchObject({ track: { id: 'a' }, durationMs: 26_384 });
    expect(await scene.log(60 * MINUTE)).toEqual([]);
    scene.station.setStopped(false);
    await scene.pass(0);
    expect(await scene.log(2 * MINUTE)).toEqual(['b', 'c', 'a']);
  });

  it('before the server started still applies, and a track that is sponsored meanwhile does not end it', async () => {
    const scene = new Scene();
    scene.isStopped = true;
    await scene.start();
    scene.add('sponsored', 'a');
    await scene.pass(MINUTE);
    expect(scene.station.isOnAir()).toBe(false);
    expect(scene.inspected).toEqual([]);
    scene.station.setStopped(false);
    await scene.pass(0);
    expect(playing(scene).track.id).toBe('a');
  });

  it('drops the announced next track, and takes effect even if a start and another stop follow at once', async () => {
    const scene = await sceneWith('a', 'b', 'c');
    const listener = scene.listen();
    // The timeline begins 16 s before the start, and is rendered 2 s ahead.
    await scene.pass(43_000);
    expect((await scene.station.state()).next?.airing).not.toBeNull();
    for (const isStopped of [true, false, true]) scene.station.setStopped(isStopped);
    await scene.pass(0);
    expect(listener.state).toBe('ended');
    await scene.pass(10_000);
    expect((await scene.station.state()).history.map(({ track }) => track.id)).toEqual(['a']);
    scene.station.setStopped(false);
    await scene.pass(0);
    expect(playing(scene).track.id).toBe('b');
  });

  it('does not send a stopped track to a listener who comes soon after the start', async () => {
    const scene = await sceneWith('a', 'b', 'c');
    scene.station.skip(playing(scene));
    await scene.pass(3_000);
    expect(playing(scene).track.id).toBe('b');
    scene.station.setStopped(true);
    await scene.pass(3_000);
    scene.station.setStopped(false);
    await scene.pass(3_000);
    const listener = scene.listen();
    await scene.pass(1_000);
    expect(new Set(listener.received.map(({ file }) => file))).toEqual(new Set(['c']));
    scene.station.skip(playing(scene));
    await scene.pass(0);
    expect(playing(scene).track.id).toBe('a');
  });
});
