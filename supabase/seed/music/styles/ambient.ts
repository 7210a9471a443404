import { pitchOf, safeDegrees } from '../harmony.ts';
import { playArpeggio, playChord } from '../parts.ts';
import { SAMPLE_RATE } from '../sound.ts';
import { glassBell, nylonString, playBell, playString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const cloud = patch({
  voices: 5,
  detune: 15,
  spread: 1,
  attack: 2.8,
  decay: 1,
  sustain: 0.9,
  release: 3.2,
  cutoff: 620,
  wobble: 1.8,
  wobbleRate: 0.09,
  gain: 0.18,
});
const choir = patch({
  wave: 'triangle',
  voices: 3,
  detune: 11,
  spread: 0.8,
  attack: 1.8,
  decay: 1,
  sustain: 0.8,
  release: 2.6,
  cutoff: 1500,
  vibrato: 0.08,
  vibratoRate: 4.2,
  gain: 0.16,
});
const deep = patch({ wave: 'sine', sub: 0.3, attack: 2, decay: 1, sustain: 0.9, release: 2.5, gain: 0.34 });
const wind = patch({
  wave: 'sine',
  noise: 1,
  attack: 4,
  decay: 1,
  sustain: 0.9,
  release: 3,
  cutoff: 380,
  resonance: 0.6,
  wobble: 2.2,
  wobbleRate: 0.11,
  gain: 0.06,
});

export const ambient: Style = {
  bpm: [62, 78],
  swing: 0.5,
  swingGrid: 16,
  scales: ['lydian', 'major', 'dorian', 'minor'],
  progressions: [
    [0, 4, 3, 5],
    [0, 1, 0, 3],
    [5, 3, 0, 4],
    [0, 2, 3, 3],
  ],
  chordNotes: 5,
  barsPerChord: 2,
  form: [
    ['rise', 4],
    ['drift', 6],
    ['thin', 3],
    ['bloom', 4],
    ['fall', 2],
  ],
  arrange(song) {
    const { random } = song;
    const hasPulse = random.chance(0.5);
    const hasPlucks = random.chance(0.5);
    const safe = safeDegrees(song.key);
    for (const bar of song.bars) {
      const { section } = bar;
      const twoBars = { position: 0, length: 2, velocity: 0.9, symbol: 'x' };
      if (bar.index % 2 === 0) {
        if (section !== 'thin')
          playChord(song, bar, twoBars, bar.chord.pitches, (bus, note) => playTone(bus, cloud, note), { bus: 'cloud' });
        playChord(song, bar, twoBars, [bar.chord.root + 12], (bus, note) => playTone(bus, deep, note), { bus: 'deep' });
        if (section !== 'rise')
          playChord(song, bar, twoBars, bar.chord.pitches.slice(-2), (bus, note) => playTone(bus, choir, note), {
            bus: 'choir',
            shift: 12,
            width: 0.7,
          });
      }
      if (bar.index % 5 === 0)
        playChord(song, bar, { ...twoBars, length: 5 }, [40], (bus, note) => playTone(bus, wind, note), {
          bus: 'wind',
        });
      const dropCount = section === 'rise' || section === 'fall' ? 2 : section === 'bloom' ? 6 : 4;
      for (let i = 0; i < dropCount; i += 1) {
        const note = {
          at: song.time(bar.index, random.int(0, 15) / 16) + random.noise() * 900,
          length: SAMPLE_RATE * 2.5,
          pitch: pitchOf(song.key, random.pick(safe) + random.pick([0, 7, 7, 14])),
          velocity: random.between(0.25, 0.7),
          pan: random.noise() * 0.8,
        };
        if (note.at >= 0 && hasPlucks && i % 2 === 0)
          playString(song.bus('drops'), { ...nylonString, sustain: 3 }, note);
        else if (note.at >= 0) playBell(song.bus('drops'), glassBell, note);
      }
      if (hasPulse && section !== 'rise' && section !== 'fall')
        playArpeggio(
          song,
          bar,
          'upDown',
          16,
          (bus, note) => playTone(bus, { ...choir, attack: 0.03, decay: 0.2, sustain: 0.2, release: 0.3 }, note),
          { bus: 'pulse', gain: 0.6 },
        );
    }
    return {
      channels: {
        cloud: { gain: 1, lowCut: 120, room: 0.7 },
        deep: { gain: 0.6, room: 0.15 },
        choir: { gain: 0.9, room: 0.8, echo: 0.2 },
        wind: { gain: 1, room: 0.4 },
        drops: { gain: 0.6, echo: 0.6, room: 0.9 },
        pulse: {
          gain: 0.7,
          echo: 0.5,
          room: 0.5,
          sweep: {
            kind: 'low',
            points: [
              { at: song.startOf('drift'), frequency: 400 },
              { at: song.startOf('bloom'), frequency: 4500 },
              { at: song.length, frequency: 700 },
            ],
          },
        },
      },
      echo: { beats: 1.5, feedback: 0.6, tone: 3000 },
      room: { seconds: 6.5, tone: 4200, preDelay: 0.04 },
      loudness: -17,
      drive: 0.05,
    };
  },
};
