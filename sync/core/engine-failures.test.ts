import { describe, expect, it } from 'vitest';
import { busy, network, setup } from '../../tests/sync/support/scripted-world.ts';

const pulled = ['busy at 0', 'pull', 'online', 'storage ok', 'rest'];

describe('a network outage', () => {
  it('[SY-16] is detected by a push or a pull, and stops the queue until a pull is answered', async () => {
    const { engine, turn, ring } = setup({ pushes: [network, 2], pulls: [network, {}] });
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'push 50', 'offline', 'rest']);
    expect(await turn(ring)).toEqual(['busy at 1000', 'pull', 'offline', 'rest']);
    expect(await turn(ring)).toEqual([
      'busy at 3000',
      'pull',
      'online',
      'storage ok',
      'push 2',
      'online',
      ...pulled.slice(1),
    ]);
  });

  it('[SY-16] ends when a server answers, even if it is busy', async () => {
    const { engine, turn } = setup({ pulls: [network, busy(), {}], pushes: [] });
    await turn(engine.poke);
    expect(await turn(engine.pokeNow)).toEqual(['busy at 0', 'pull', 'online', 'rest']);
    expect(await turn(engine.pokeNow)).toEqual(pulled);
  });

  it('[SY-18] is followed by an attempt at each poke, however long the delay has grown', async () => {
    const { engine, turn, begun } = setup({ pulls: [network] });
    for (const poke of [engine.poke, () => engine.pokeFor(1n), engine.poke]) expect(await turn(poke)).toHaveLength(4);
    expect(begun()).toEqual([1_000, 2_000, 4_000]);
  });

  it('[SY-18] is followed by one more attempt at once if a poke came during the failed one', async () => {
    const { engine, turn, begun } = setup({ pulls: [network] });
    engine.poke();
    const calls = await turn(engine.poke);
    expect(calls.filter((call) => call === 'pull')).toHaveLength(2);
    expect(begun()).toEqual([1_000]);
  });

  it('[SY-16] begins with a short delay again after a successful pull', async () => {
    const away = Array.from({ length: 8 }, () => network);
    const { engine, turn, begun } = setup({ pulls: [...away, {}], pushes: [network, network] });
    // The first turn pushes, the others pull.
    for (let at = 1; at <= 9; at++) await turn(engine.poke);
    expect(begun().at(-1)).toBe(256_000);
    await turn(engine.poke);
    expect(begun(), 'a second, not minutes').toEqual([1_000]);
  });
});

describe('a busy server', () => {
  it('[SY-16] receives a pull after a failed push, unless it sent a Retry-After', async () => {
    const deadlock = setup({ pushes: [busy()] });
    expect(await deadlock.turn(deadlock.engine.poke)).toEqual(['busy at 0', 'push 50', ...pulled.slice(1)]);
    const named = setup({ pushes: [busy(1_500)] });
    expect(await named.turn(named.engine.poke)).toEqual(['busy at 0', 'push 50', 'rest']);
    expect(named.waits()).toEqual([1_500]);
  });

  it('[SY-16] [SY-18] receives no request at a poke, but one when the person asks for a sync', async () => {
    const { engine, turn, waits } = setup({ pulls: [busy()] });
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'pull', 'online', 'rest']);
    expect(await turn(engine.poke)).toEqual([]);
    expect(await turn(engine.pokeNow)).toEqual(['busy at 0', 'pull', 'online', 'rest']);
    expect(waits(), 'one wait at a time').toEqual([2_000]);
  });

  it('[SY-16] receives no request before its Retry-After, even if the person asks for a sync during the turn', async () => {
    const { engine, turn, pass } = setup({ pulls: [busy(1_500)] });
    engine.poke();
    expect(await turn(engine.pokeNow)).toHaveLength(4);
    expect(await turn(engine.pokeNow)).toEqual([]);
    pass(1_499);
    expect(await turn(engine.pokeNow)).toEqual([]);
    pass(1);
    expect((await turn(engine.pokeNow))[0]).toBe('busy at 1500');
  });

  it('[SY-16] receives the delayed actions after its Retry-After if the person asked for a sync meanwhile', async () => {
    const { engine, turn, ring } = setup({ pulls: [busy(1_500), {}] });
    await turn(engine.poke);
    expect(await turn(() => engine.pokeNow(true))).toEqual([]);
    expect((await turn(ring)).slice(0, 2)).toEqual(['busy at 1500', 'delays ended']);
  });

  it('[SY-16] receives another request at once if the person asked for a sync during the failed turn, as an unreachable server does', async () => {
    for (const failure of [busy(), network]) {
      const { engine, turn, waits } = setup({ pulls: [failure] });
      engine.poke();
      const twice = await turn(engine.pokeNow);
      expect(twice.filter((call) => call === 'pull')).toHaveLength(2);
      expect(waits(), 'a delay after it').toHaveLength(1);
    }
  });

  it('[SY-16] ends the delay with a successful answer, whether the timer or the person caused the request', async () => {
    const triggers: ((world: ReturnType<typeof setup>) => () => void)[] = [
      ({ ring }) => ring,
      ({ engine }) => engine.pokeNow,
    ];
    for (const trigger of triggers) {
      const world = setup({ pulls: [busy(), {}] });
      await world.turn(world.engine.poke);
      expect((await world.turn(trigger(world))).at(-2)).toBe('storage ok');
      expect((await world.turn(world.engine.poke)).at(-2)).toBe('storage ok');
    }
  });

  it('[SY-16] causes only a short delay at its first busy answer after a long time offline', async () => {
    const { engine, turn, begun } = setup({ pulls: [...Array.from({ length: 8 }, () => network), busy(1_500)] });
    for (let at = 1; at <= 8; at++) await turn(engine.poke);
    expect(begun()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]);
    await turn(engine.poke);
    expect(begun(), "the server's Retry-After, not minutes").toEqual([1_500]);
  });

  it('[SY-16] causes a short delay again after a successful turn, as a lost network does', async () => {
    const { engine, turn, begun } = setup({ pulls: [busy(), busy(), {}, busy(), network, network, {}, {}, network] });
    for (let at = 1; at <= 8; at++) await turn(engine.pokeNow);
    expect(begun()).toEqual([1_000, 2_000, 1_000, 1_000, 2_000, 1_000]);
  });
});
