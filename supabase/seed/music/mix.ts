import { crush, duck, echoes, flutter, overdrive, room, type Reverb } from './effects.ts';
import { applySweep, applyToBoth, highPass, lowPass, type SweepPoint } from './filter.ts';
import { master } from './master.ts';
import { addTo, SAMPLE_RATE, silence, type Stereo } from './sound.ts';
import type { Song } from './song.ts';

/** Levels are factors, frequencies hertz. */
export interface Channel {
  readonly gain: number;
  readonly lowCut?: number;
  readonly highCut?: number;
  /** Overdrive, from 0 to 1; `cabinet` is the cutoff of the low-pass filter after the overdrive. */
  readonly drive?: number;
  readonly cabinet?: number;
  /** `every` is the number of samples for which a value is held. */
  readonly crush?: readonly [bits: number, every: number];
  readonly chorus?: number;
  /** Gain reduction at each kick, from 0 to 1. */
  readonly duck?: number;
  /** `echo` and `room` are the levels sent to the mix's effects. */
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

/** Mixes and masters the song's buses. @throws Error for a bus without a channel, which would be silently lost */
export function mixDown(song: Song, mix: Mix): Stereo {
  const result = silence(song.length);
  const echoSend = silence(song.length);
  const roomSend = silence(song.length);
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
    if (channel.echo !== undefined) addTo(echoSend, bus, channel.gain * channel.echo);
    if (channel.room !== undefined) addTo(roomSend, bus, channel.gain * channel.room);
  }
  const { beats, feedback, tone } = mix.echo;
  const echoed = echoes(echoSend, { seconds: (beats * song.beat) / SAMPLE_RATE, feedback, tone });
  applyToBoth(echoed, highPass(220));
  addTo(result, echoed, 0.7);
  addTo(roomSend, echoed, 0.25);
  applyToBoth(roomSend, highPass(180));
  addTo(result, room(roomSend, mix.room), 0.55);
  if (mix.tape !== undefined) {
    flutter(result, mix.tape.flutterMs, 0.7, 0);
    applyToBoth(result, lowPass(mix.tape.tone));
  }
  master(result, mix.loudness, mix.drive ?? 0.25);
  fadeEnds(result);
  return result;
}

function fadeEnds({ left, right }: Stereo): void {
  const fadeIn = Math.round(0.012 * SAMPLE_RATE);
  const fadeOut = Math.min(left.length, Math.round(1.4 * SAMPLE_RATE));
  for (const buffer of [left, right]) {
    for (let i = 0; i < fadeIn && i < buffer.length; i += 1) buffer[i] = ((buffer[i] ?? 0) * i) / fadeIn;
    for (let i = 0; i < fadeOut; i += 1) {
      const index = buffer.length - 1 - i;
      buffer[index] = (buffer[index] ?? 0) * Math.sin((i / fadeOut) * (Math.PI / 2)) ** 2;
    }
  }
}
