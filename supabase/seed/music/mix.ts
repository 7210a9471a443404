import { crush, duck, echoes, flutter, overdrive, room, type Reverb } from './effects.ts';
import { applySweep, applyToBoth, highPass, lowPass, type SweepPoint } from './filter.ts';
import { master } from './master.ts';
import { addTo, SAMPLE_RATE, silence, type Stereo } from './sound.ts';
import type { Song } from './song.ts';

/** How a bus is mixed. Levels are factors, frequencies hertz. */
export interface Channel {
  readonly gain: number;
  readonly lowCut?: number;
  readonly highCut?: number;
  /** 0 to 1; `cabinet` is the low-pass cutoff after it. */
  readonly drive?: number;
  readonly cabinet?: number;
  /** Bit depth, and samples held. */
  readonly crush?: readonly [bits: number, every: number];
  /** Depth in milliseconds. */
  readonly chorus?: number;
  /** 0 to 1: how far it ducks for the kick. */
  readonly duck?: number;
  readonly echo?: number;
  readonly room?: number;
  readonly sweep?: { readonly kind: 'low' | 'high'; readonly points: readonly SweepPoint[] };
}

export interface Mix {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly echo: { readonly beats: number; readonly feedback: number; readonly tone: number };
  readonly room: Reverb;
  /** LUFS. */
  readonly loudness: number;
  readonly drive?: number;
  readonly tape?: { readonly flutterMs: number; readonly tone: number };
  /** Recovery time of the ducking, in beats. */
  readonly duckBeats?: number;
}

/** Mixes and masters a song's buses. A bus without a channel is an error, because it would be silently lost. */
export function mixDown(song: Song, mix: Mix): Stereo {
  const result = silence(song.length);
  const toEcho = silence(song.length);
  const toRoom = silence(song.length);
  const kicks = [...song.kicks].sort((a, b) => a - b);
  for (const [name, bus] of song.buses) {
    const channel = mix.channels[name];
    if (channel === undefined) throw new Error(`The mix has no channel for "${name}"`);
    if (channel.drive !== undefined) overdrive(bus, channel.drive, channel.cabinet ?? null);
    if (channel.crush !== undefined) crush(bus, ...channel.crush);
    if (channel.chorus !== undefined) flutter(bus, channel.chorus, 0.55, 0.75);
    if (channel.lowCut !== undefined) applyToBoth(bus, highPass(channel.lowCut));
    if (channel.highCut !== undefined) applyToBoth(bus, lowPass(channel.highCut));
    if (channel.sweep !== undefined) applySweep(bus, channel.sweep.kind, channel.sweep.points);
    if (channel.duck !== undefined) duck(bus, kicks, channel.duck, ((mix.duckBeats ?? 0.8) * song.beat) / SAMPLE_RATE);
    addTo(result, bus, channel.gain);
    if (channel.echo !== undefined) addTo(toEcho, bus, channel.gain * channel.echo);
    if (channel.room !== undefined) addTo(toRoom, bus, channel.gain * channel.room);
  }
  const { beats, feedback, tone } = mix.echo;
  const repeated = echoes(toEcho, { seconds: (beats * song.beat) / SAMPLE_RATE, feedback, tone });
  applyToBoth(repeated, highPass(220));
  addTo(result, repeated, 0.7);
  addTo(toRoom, repeated, 0.25);
  applyToBoth(toRoom, highPass(180));
  addTo(result, room(toRoom, mix.room), 0.55);
  if (mix.tape !== undefined) {
    flutter(result, mix.tape.flutterMs, 0.7, 0);
    applyToBoth(result, lowPass(mix.tape.tone));
  }
  master(result, mix.loudness, mix.drive ?? 0.25);
  fadeEnds(result);
  return result;
}

function fadeEnds({ left, right }: Stereo): void {
  const begin = Math.round(0.012 * SAMPLE_RATE);
  const end = Math.min(left.length, Math.round(1.4 * SAMPLE_RATE));
  for (const buffer of [left, right]) {
    for (let i = 0; i < begin && i < buffer.length; i += 1) buffer[i] = ((buffer[i] ?? 0) * i) / begin;
    for (let i = 0; i < end; i += 1) {
      const at = buffer.length - 1 - i;
      buffer[at] = (buffer[at] ?? 0) * Math.sin((i / end) * (Math.PI / 2)) ** 2;
    }
  }
}
