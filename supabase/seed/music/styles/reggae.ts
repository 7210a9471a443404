import { makeKit } from '../drums.ts';
import { playBass, playChords, playDrum, playKick, playPhrase, writePhrase } from '../parts.ts';
import { playString, steelString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const organ = patch({
  wave: 'square',
  sub: 0.6,
  attack: 0.003,
  decay: 0.08,
  sustain: 0.5,
  release: 0.05,
  cutoff: 1500,
  gain: 0.24,
});
const bass = patch({
  wave: 'triangle',
  sub: 0.6,
  attack: 0.008,
  decay: 0.5,
  sustain: 0.6,
  release: 0.09,
  cutoff: 420,
  drive: 0.35,
  gain: 0.85,
});
const melodica = patch({
  wave: 'square',
  voices: 2,
  detune: 9,
  spread: 0.2,
  noise: 0.02,
  attack: 0.05,
  decay: 0.2,
  sustain: 0.8,
  release: 0.12,
  cutoff: 1900,
  vibrato: 0.14,
  vibratoRate: 5,
  gain: 0.2,
});

export const reggae: Style = {
  bpm: [70, 80],
  swing: 0.57,
  swingGrid: 16,
  scales: ['minor', 'dorian', 'mixolydian'],
  progressions: [
    [0, 3, 0, 3],
    [0, 6, 5, 6],
    [0, 3, 4, 3],
    [0, 0, 3, 6],
  ],
  chordNotes: 3,
  barsPerChord: 1,
  form: [
    ['intro', 2],
    ['verse', 5],
    ['dub', 4],
    ['verse two', 4],
    ['outro', 1],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('reggae' + song.bpm, {
      kickLow: 52,
      kickHigh: 140,
      kickDecay: 0.26,
      kickClick: 0.25,
      kickDrive: 0.5,
      snareTone: 260,
      snareDecay: 0.13,
      snareNoise: 0.5,
      hatTone: 7600,
      hatDecay: 0.05,
    });
    const isSteppers = random.chance(0.4);
    const bassLine = random.pick(['1___1_3_5_..1_..', '..1_..1_3_5_5_..', '1_.1..5_..3_1_..', '1_1_..8_5_..3_n_']);
    const phrase = writePhrase(song, ['x_x_x___........', '..x_x_x_x___....', 'x___..x_x_......'], 4, 11);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const isDub = section === 'dub';
      if (section !== 'intro' || indexInSection === sectionLength - 1) {
        playKick(song, bar, kit.kick, isSteppers ? 'X...X...X...X...' : '........X.......', { gain: 0.95 });
        playDrum(song, bar, kit.rim, isSteppers ? '....x.......x...' : '........x.......', { gain: 0.6 });
        playDrum(song, bar, kit.hat, 'x.o.x.o.x.o.x.og', { gain: 0.24, pan: 0.2, jitter: 6 });
        if (indexInSection === sectionLength - 1)
          playDrum(song, bar, kit.tom, '..........x.x.xx', { gain: 0.55, pan: -0.25 });
      }
      // In the dub section the organs rest in every second bar, and single strokes go into the echo.
      if (!isDub || indexInSection % 2 === 1) {
        playChords(song, bar, '....x.......x...', (bus, note) => playTone(bus, organ, note), {
          bus: 'organ',
          shift: 0,
          gate: 0.9,
        });
        playChords(song, bar, '..x...x...x...x.', (bus, note) => playTone(bus, organ, note), {
          bus: 'bubble',
          shift: -12,
          gate: 0.6,
          gain: 0.5,
        });
      }
      playChords(
        song,
        bar,
        isDub ? '....x...........' : '....x.......x...',
        (bus, note) => playString(bus, { ...steelString, muted: true }, note),
        { bus: isDub ? 'throw' : 'guitar', strum: 6, gain: 0.7, width: 0.2 },
      );
      if (isDub && indexInSection % 2 === 0)
        playDrum(song, bar, kit.snare, '............x...', { bus: 'throw', gain: 0.6 });
      if (isDub && indexInSection % 2 === 1)
        playDrum(song, bar, kit.clap, '....x...........', { bus: 'throw', gain: 0.4, pan: 0.3 });
      playBass(song, bar, bassLine, (bus, note) => playTone(bus, bass, note), { bus: 'bass', gate: 0.92 });
      if (
        section === 'verse' ? indexInSection % 2 === 0 || indexInSection >= sectionLength / 2 : section === 'verse two'
      )
        playPhrase(song, bar, phrase, (bus, note) => playTone(bus, melodica, note), { bus: 'melodica' });
      if (isDub && indexInSection === 0)
        playPhrase(song, bar, phrase, (bus, note) => playTone(bus, melodica, note), { bus: 'throw' });
      if (section === 'intro' && indexInSection === 0)
        playDrum(song, bar, kit.snare, 'x...............', { bus: 'throw', gain: 0.6 });
    }
    return {
      channels: {
        kick: { gain: 1.05 },
        drums: { gain: 0.9, room: 0.14 },
        organ: { gain: 0.7, lowCut: 220, echo: 0.16, room: 0.18 },
        bubble: { gain: 0.6, lowCut: 160, room: 0.1 },
        guitar: { gain: 0.55, lowCut: 250, echo: 0.12, room: 0.2 },
        bass: { gain: 1, highCut: 700, duck: 0.15 },
        melodica: { gain: 0.7, lowCut: 200, echo: 0.4, room: 0.3 },
        throw: { gain: 0.75, lowCut: 200, echo: 1.2, room: 0.5 },
      },
      echo: { beats: 0.75, feedback: 0.72, tone: 2000 },
      room: { seconds: 2.6, tone: 3000, preDelay: 0.03 },
      loudness: -14.5,
      drive: 0.35,
    };
  },
};
