import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { StreamOutput, StreamSignal } from '../output/stream-output.ts';
import { type RadioEvent, radioMachine } from './radio-machine.ts';

function scriptedOutput() {
  let listener: (signal: StreamSignal) => void = () => undefined;
  const connections: { id: number; url: string }[] = [];
  let openConnection: number | null = null;
  const output: StreamOutput = {
    connect({ connectionId, url }) {
      connections.push({ id: connectionId, url });
      openConnection = connectionId;
    },
    drop: () => void (openConnection = null),
    setVolume: () => undefined,
    setMuted: () => undefined,
    latency: () => ({ bufferedS: 0, lagS: 0 }),
    onSignal(next) {
      listener = next;
      return () => undefined;
    },
  };
  return {
    output,
    connections,
    openConnection: () => openConnection,
    signal: (signal: StreamSignal) => listener(signal),
  };
}

function open() {
  const scripted = scriptedOutput();
  const clock = new SimulatedClock();
  let urlCount = 0;
  const nextUrl = () => `https://station/radio.mp3?at=${++urlCount}`;
  const actor = createActor(radioMachine, { input: { output: scripted.output, nextUrl }, clock }).start();
  const emitted: string[] = [];
  for (const type of ['stream.unavailable', 'radio.stopped', 'sound.started', 'sound.interrupted'] as const)
    actor.on(type, () => emitted.push(type));
  const onOff: string[] = [];
  for (const type of ['radio.entered', 'radio.left'] as const) actor.on(type, () => onOff.push(type));
  return { ...scripted, actor, clock, emitted, onOff, state: () => nameOf(actor.getSnapshot().value) };
}

type Radio = ReturnType<typeof open>;

function nameOf(value: string | object): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map((pair) => pair.join('.'))
    .join();
}

const current = (type: StreamSignal['type']) => (radio: Radio) =>
  radio.signal({ type, connectionId: radio.connections.at(-1)?.id ?? -1 });
const old = (type: StreamSignal['type']) => (radio: Radio) =>
  radio.signal({ type, connectionId: (radio.connections.at(-1)?.id ?? 0) - 1 });
const press = (type: Exclude<RadioEvent['type'], StreamSignal['type']>) => (radio: Radio) => radio.actor.send({ type });
const pass = (ms: number) => (radio: Radio) => radio.clock.increment(ms);

const inputs = {
  started: press('radio.started'),
  stopped: press('radio.stopped'),
  displaced: press('radio.displaced'),
  play: press('play.requested'),
  pause: press('pause.requested'),
  otherPage: press('otherPage.started'),
  online: press('network.returned'),
  sounding: current('stream.sounding'),
  lost: current('stream.lost'),
  blocked: current('stream.blocked'),
  interrupted: current('stream.interrupted'),
  'old sounding': old('stream.sounding'),
  'old lost': old('stream.lost'),
  'old blocked': old('stream.blocked'),
  'old interrupted': old('stream.interrupted'),
  '1 s': pass(1000),
  '20 s': pass(20_000),
  '120 s': pass(120_000),
};
type InputName = keyof typeof inputs;
const isInputName = (name: string): name is InputName => name in inputs;
const names = Object.keys(inputs).filter(isInputName);

function radioAfter(given: readonly InputName[]): Radio {
  const radio = open();
  for (const name of given) inputs[name](radio);
  return radio;
}

const fromOn = { stopped: 'off', displaced: 'off' };
const fromConnected = { ...fromOn, pause: 'paused', otherPage: 'paused', blocked: 'blocked', interrupted: 'paused' };
/** Each state with a path to it and the state after each event. An event that is not listed changes nothing. */
const table: { state: string; path: InputName[]; transitions: Partial<Record<InputName, string>> }[] = [
  { state: 'off', path: [], transitions: { started: 'connecting' } },
  {
    state: 'connecting',
    path: ['started'],
    transitions: { ...fromConnected, sounding: 'onAir', lost: 'off', '20 s': 'off', '120 s': 'off' },
  },
  { state: 'onAir', path: ['started', 'sounding'], transitions: { ...fromConnected, lost: 'reconnecting.waiting' } },
  {
    state: 'reconnecting.waiting',
    path: ['started', 'sounding', 'lost'],
    transitions: {
      ...fromOn,
      pause: 'paused',
      otherPage: 'paused',
      play: 'reconnecting.trying',
      online: 'reconnecting.trying',
      '1 s': 'reconnecting.trying',
      '20 s': 'reconnecting.trying',
      '120 s': 'off',
    },
  },
  {
    state: 'reconnecting.trying',
    path: ['started', 'sounding', 'lost', '1 s'],
    transitions: {
      ...fromConnected,
      sounding: 'onAir',
      lost: 'reconnecting.waiting',
      '20 s': 'reconnecting.waiting',
      '120 s': 'off',
    },
  },
  { state: 'paused', path: ['started', 'sounding', 'pause'], transitions: { ...fromOn, play: 'connecting' } },
  {
    state: 'blocked',
    path: ['started', 'blocked'],
    transitions: { ...fromOn, play: 'connecting', pause: 'paused', otherPage: 'paused' },
  },
];

const connectedStates = ['connecting', 'onAir', 'reconnecting.trying'];

function expectOneConnection(radio: Radio): void {
  const wanted = connectedStates.includes(radio.state()) ? radio.actor.getSnapshot().context.connectionId : null;
  expect(radio.openConnection()).toBe(wanted);
}

describe('the radio', () => {
  for (const { state, path, transitions } of table) {
    it(`handles every event in ${state}`, () => {
      const reached: Record<string, string> = {};
      for (const name of names) {
        const radio = radioAfter(path);
        expect(radio.state()).toBe(state);
        inputs[name](radio);
        expectOneConnection(radio);
        if (radio.state() !== state) reached[name] = radio.state();
      }
      expect(reached).toEqual(transitions);
    });
  }

  it('never keeps a second or an unwanted connection, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 40 }), (given) => {
        const radio = open();
        for (const name of given) {
          const before = radio.connections.length;
          inputs[name](radio);
          expectOneConnection(radio);
          if (name.startsWith('old')) expect(radio.connections.length).toBe(before);
        }
        radio.actor.send({ type: 'radio.stopped' });
        expect(radio.openConnection()).toBeNull();
        const after = radio.connections.length;
        radio.clock.increment(1_000_000);
        for (const { id } of radio.connections) radio.signal({ type: 'stream.sounding', connectionId: id });
        expect({ state: radio.state(), connections: radio.connections.length }).toEqual({
          state: 'off',
          connections: after,
        });
      }),
      { numRuns: 400 },
    );
  });

  it('uses a fresh URL for each connection', () => {
    const radio = radioAfter(['started', 'sounding', 'pause', 'play', 'sounding', 'lost', '1 s']);
    expect(radio.connections.map(({ url }) => url)).toEqual([
      'https://station/radio.mp3?at=1',
      'https://station/radio.mp3?at=2',
      'https://station/radio.mp3?at=3',
    ]);
  });

  it('retries a lost stream after 1, 2, 5, 10 and 10 s, and turns off after two minutes with the error of a failed start', () => {
    const radio = radioAfter(['started', 'sounding', 'lost']);
    const tries: number[] = [];
    for (let second = 1; second <= 130; second++) {
      const before = radio.connections.length;
      radio.clock.increment(1000);
      if (radio.connections.length > before) {
        tries.push(second);
        inputs.lost(radio);
      }
    }
    expect(tries).toEqual([1, 3, 8, 18, 28, 38, 48, 58, 68, 78, 88, 98, 108, 118]);
    expect(radio.emitted).toEqual(['sound.started', 'stream.unavailable']);
    expect(radio.state()).toBe('off');
  });

  it('resets its backoff after it has played again', () => {
    const radio = radioAfter(['started', 'sounding', 'lost', '1 s', 'lost', '1 s', '1 s', 'sounding', 'lost', '1 s']);
    expect(radio.state()).toBe('reconnecting.trying');
  });

  it('turns off with an error when a start fails, but retries a failed resume', () => {
    const first = radioAfter(['started', 'lost']);
    expect([first.state(), first.emitted]).toEqual(['off', ['stream.unavailable']]);
    const resumed = radioAfter(['started', 'sounding', 'pause', 'play', 'lost']);
    expect([resumed.state(), resumed.emitted]).toEqual(['reconnecting.waiting', ['sound.started']]);
    const restarted = radioAfter(['started', 'sounding', 'stopped', 'started', 'lost']);
    expect([restarted.state(), restarted.emitted]).toEqual([
      'off',
      ['sound.started', 'radio.stopped', 'stream.unavailable'],
    ]);
  });

  it('emits once that it was turned on and once that it was turned off, whatever happens in between', () => {
    const radio = radioAfter(['started', 'sounding', 'pause', 'play', 'lost', 'play', 'lost', 'displaced', 'stopped']);
    expect(radio.onOff).toEqual(['radio.entered', 'radio.left']);
    expect(radioAfter(['started', 'lost']).onOff).toEqual(['radio.entered', 'radio.left']);
  });

  it('reports a stop by the person, and nothing when a track displaces it', () => {
    expect(radioAfter(['started', 'stopped']).emitted).toEqual(['radio.stopped']);
    expect(radioAfter(['started', 'displaced']).emitted).toEqual([]);
    expect(radioAfter(['stopped']).emitted).toEqual([]);
  });
});
