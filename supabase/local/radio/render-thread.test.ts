import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BroadcastChannel, type Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMp3 } from './sample-sound.ts';
import { openRenderThread } from './render-thread.ts';

const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { BroadcastChannel, parentPort } from 'node:worker_threads';
  new BroadcastChannel('render-thread.test').onmessage = () => { throw new Error('too late'); };
  parentPort.on('message', ({ path }) => {
    if (path === 'hang') return;
    if (path === 'spin') for (;;);
    if (path === 'exit') process.exit(3);
    if (path === 'throw') throw new Error('out of notes');
    parentPort.postMessage({ kind: 'inspected', durationMs: 5000 });
  });
`)}`,
);

describe('The render thread', () => {
  it.each([
    ['hang', 'the decoder hung'],
    ['spin', 'the decoder hung'],
    ['exit', 'the decoder ended by itself'],
    ['throw', 'the decoder broke: Error: out of notes'],
  ])('blames its thread and continues with a new thread after this failure: %s', async (path, reason) => {
    // On a busy machine a thread takes a second to start, which counts towards the time limit of its first job.
    const renderThread = openRenderThread({ script, timeoutMs: 5_000 });
    const good = { kind: 'inspected', durationMs: 5000 };
    expect(await renderThread.inspect('good')).toEqual(good);
    expect(await renderThread.inspect(path)).toEqual({ kind: 'failed', reason, blame: 'thread' });
    expect(await renderThread.inspect('good')).toEqual(good);
    await renderThread.close();
  });

  it('harms neither the process nor later jobs when its thread fails between two jobs', async () => {
    const renderThread = openRenderThread({ script, timeoutMs: 60_000 });
    const thread = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const good = { kind: 'inspected', durationMs: 5000 };
    expect(await renderThread.inspect('good')).toEqual(good);
    const ended = thread.then((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    const outside = new BroadcastChannel('render-thread.test');
    outside.postMessage('break');
    await ended;
    outside.close();
    expect(await renderThread.inspect('good')).toEqual(good);
    await renderThread.close();
  });

  it('answers the current job at once when it is closed, and later jobs too', async () => {
    const renderThread = openRenderThread({ script, timeoutMs: 60_000 });
    const pending = renderThread.inspect('hang');
    await renderThread.close();
    expect(await pending).toEqual({ kind: 'failed', reason: 'the decoder ended by itself', blame: 'thread' });
    expect(await renderThread.inspect('good')).toEqual({
      kind: 'failed',
      reason: 'the decoder is closed',
      blame: 'thread',
    });
  });
});

describe('The real thread', () => {
  let dir = '';
  const renderThread = openRenderThread();
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'undercurrent render thread '));
  });
  afterAll(async () => {
    await renderThread.close();
    await rm(dir, { recursive: true, force: true });
  });
  const file = async (name: string, bytes: Uint8Array): Promise<string> => {
    await writeFile(join(dir, name), bytes);
    return join(dir, name);
  };

  it('says why a file is unusable', async () => {
    const short = await makeMp3({ seconds: 1, tone: 440, bitrate: 128 });
    expect(await renderThread.inspect(join(dir, 'nothing'))).toEqual({
      kind: 'failed',
      reason: 'its file is missing',
      blame: 'file',
    });
    expect(await renderThread.inspect(await file('empty', new Uint8Array(0)))).toEqual({
      kind: 'failed',
      reason: 'it is no MP3',
      blame: 'file',
    });
    expect(await renderThread.inspect(await file('short', short))).toEqual({
      kind: 'failed',
      reason: 'it is too short',
      blame: 'file',
    });
  });

  it('renders two files into one stream of whole frames, and reports the end of each', async () => {
    const first = await file('first', await makeMp3({ seconds: 3, tone: 440, bitrate: 128 }));
    const second = await file('second', await makeMp3({ seconds: 3, tone: 440, sampleRate: 48_000 }));
    expect(await renderThread.inspect(first)).toEqual({ kind: 'inspected', durationMs: expect.closeTo(3_030, -2) });
    let frames = 0;
    for (const [airing, path] of [first, second].entries()) {
      for (;;) {
        const piece = await renderThread.render({
          stream: 1,
          airing,
          path,
          fromMs: 0,
          untilMs: null,
          gain: 1,
          frames: 38,
        });
        if (piece.kind === 'failed') throw new Error(piece.reason);
        frames += piece.count;
        if (piece.ended) break;
      }
    }
    // 6 s at 26 ms per frame, each file with up to 60 ms of encoder padding.
    expect(frames * 26.122).toBeGreaterThan(5_950);
    expect(frames * 26.122).toBeLessThan(6_200);
    expect(
      await renderThread.render({
        stream: 1,
        airing: 9,
        path: join(dir, 'gone'),
        fromMs: 0,
        untilMs: null,
        gain: 1,
        frames: 38,
      }),
    ).toEqual({
      kind: 'failed',
      reason: 'its file is missing or changed',
      blame: 'file',
    });
  });
});
