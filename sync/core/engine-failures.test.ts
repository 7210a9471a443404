import { describe, expect, it } from 'vitest';
import { busy, network, setup } from '../../tests/sync/support/scripted-world.ts';

const pulled = ['busy at 0', 'pull', 'online', 'storage ok', 'rest'];

describe('a network that is away', () => {
  it('[SY-16] is found by a push or a pull, and stops the queue until a pull succeeds', async () => {
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

  it('[SY-16] is no longer considered away when a server answers, even busily', async () => {
    const { engine, turn } = setup({ pulls: [network, busy(), {}], pushes: [] });
    await turn(engine.poke);
    expect(await turn(engine.pokeNow)).toEqual(['busy at 0', 'pull', 'online', 'rest']);
    expect(await turn(engine.pokeNow)).toEqual(pulled);
  });

  it('[SY-18] is retried every minute, whatever the delay has grown to', async () => {
    const { engine, turn, begun } = setup({ pulls: [network] });
    expect(await turn(engine.poke)).toHaveLength(4);
    expect(await turn(engine.poke), 'a poke waits for the delay').toEqual([]);
    expect(await turn(engine.pokeEachMinute)).toHaveLength(4);
    expect(await turn(engine.pokeEachMinute)).toHaveLength(4);
    expect(await turn(engine.poke)).toEqual([]);
    expect(begun()).toEqual([1_000, 2_000, 4_000]);
  });
});

describe('a server that is busy', () => {
  it('[SY-16] is still pulled from after it refused a push, unless it sent a Retry-After', async () => {
    const deadlock = setup({ pushes: [busy()] });
    expect(await deadlock.turn(deadlock.engine.poke)).toEqual(['busy at 0', 'push 50', ...pulled.slice(1)]);
    const named = setup({ pushes: [busy(1_500)] });
    expect(await named.turn(named.engine.poke)).toEqual(['busy at 0', 'push 50', 'rest']);
    expect(named.waits()).toEqual([1_500]);
  });

  it("[SY-16] [SY-18] skips the minute's retry, and is asked when the person requests it", async () => {
    const { engine, turn, waits } = setup({ pulls: [busy()] });
    expect(await turn(engine.poke)).toEqual(['busy at 0', 'pull', 'online', 'rest']);
    expect(await turn(engine.pokeEachMinute)).toEqual([]);
    expect(await turn(engine.pokeNow)).toHaveLength(4);
    expect(waits(), 'one wait at a time').toEqual([2_000]);
  });

  it('[SY-16] is not asked before its Retry-After, also when the person requests a sync during the turn', async () => {
    const { engine, turn, pass } = setup({ pulls: [busy(1_500)] });
    engine.poke();
    expect(await turn(engine.pokeNow)).toHaveLength(4);
    expect(await turn(engine.pokeNow)).toEqual([]);
    pass(1_499);
    expect(await turn(engine.pokeNow)).toEqual([]);
    pass(1);
    expect((await turn(engine.pokeNow))[0]).toBe('busy at 1500');
  });

  it('[SY-16] is tried again at once when the person asked during the failed turn', async () => {
    for (const failure of [busy(), network]) {
      const { engine, turn } = setup({ pulls: [failure] });
      engine.poke();
      const twice = await turn(engine.pokeNow);
      expect(twice.filter((call) => call === 'pull')).toHaveLength(2);
      expect(await turn(engine.poke), 'and then spared').toEqual([]);
    }
  });

  it('[SY-16] ends the delay once it has answered, whoever asked', async () => {
    const ways: ((world: ReturnType<typeof setup>) => () => void)[] = [
      ({ ring }) => ring,
      ({ engine }) => engine.pokeNow,
    ];
    for (const way of ways) {
      const world = setup({ pulls: [busy(), {}] });
      await world.turn(world.engine.poke);
      expect((await world.turn(way(world))).at(-2)).toBe('storage ok');
      expect((await world.turn(world.engine.poke)).at(-2)).toBe('storage ok');
    }
  });

  it('[SY-16] restarts the delay at the first busy answer after a long time offline', async () => {
    const { engine, turn, begun } = setup({ pulls: [...Array.from({ length: 8 }, () => network), busy(1_500)] });
    for (let at = 1; at <= 8; at++) await turn(engine.pokeEachMinute);
    expect(begun()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000]);
    await turn(engine.pokeEachMinute);
    expect(begun(), 'what the server asked for, not minutes').toEqual([1_500]);
  });

  it('[SY-16] restarts the delay at the first lost answer after a successful pull', async () => {
    const away = Array.from({ length: 8 }, () => network);
    const { engine, turn, begun } = setup({ pulls: [...away, {}], pushes: [network, network] });
    // The first of these pushes, the others pull.
    for (let at = 1; at <= 9; at++) await turn(engine.pokeEachMinute);
    expect(begun().at(-1)).toBe(256_000);
    await turn(engine.pokeEachMinute);
    expect(begun(), 'a second, not minutes').toEqual([1_000]);
  });

  it('[SY-16] starts with a short delay after a successful turn', async () => {
    const { engine, turn, begun } = setup({ pulls: [busy(), busy(), {}, busy(), network, network, {}, {}, network] });
    for (let at = 1; at <= 8; at++) await turn(engine.pokeNow);
    expect(begun()).toEqual([1_000, 2_000, 1_000, 1_000, 2_000, 1_000]);
  });
});
