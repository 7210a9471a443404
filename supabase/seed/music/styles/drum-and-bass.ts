import { makeKit } from '../drums.ts';
import { playBass, playChords, playDrum, playImpact, playKick, playPhrase, playRise, writePhrase } from '../parts.ts';
import { electricPiano, glassBell, playBell } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const reese = patch({
  voices: 3,
  detune: 24,
  spread: 0.35,
  sub: 0.8,
  attack: 0.01,
  decay: 0.4,
  sustain: 0.85,
  release: 0.09,
  cutoff: 320,
  wobble: 1.7,
  wobbleRate: 1.4,
  resonance: 0.2,
  drive: 0.45,
  glide: 0.12,
  gain: 0.45,
});
const sub = patch({ wave: 'sine', attack: 0.006, decay: 0.3, sustain: 0.8, release: 0.08, drive: 0.3, gain: 0.75 });
const pad = patch({
  voices: 5,
  detune: 20,
  spread: 1,
  attack: 0.9,
  decay: 1,
  sustain: 0.8,
  release: 1.1,
  cutoff: 1500,
  wobble: 1,
  wobbleRate: 0.2,
  gain: 0.14,
});

export const drumAndBass: Style = {
  bpm: [171, 176],
  swing: 0.53,
  swingGrid: 16,
  scales: ['minor', 'minor', 'dorian'],
  progressions: [
    [0, 0, 5, 6],
    [0, 3, 5, 4],
    [5, 6, 0, 0],
    [0, 2, 5, 3],
  ],
  chordNotes: 5,
  barsPerChord: 2,
  form: [
    ['intro', 6],
    ['drop', 10],
    ['break', 6],
    ['second drop', 10],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('dnb' + song.bpm, {
      kickLow: 56,
      kickHigh: 240,
      kickDecay: 0.16,
      kickClick: 0.8,
      kickDrive: 0.8,
      snareTone: 205,
      snareDecay: 0.17,
      snareNoise: 0.6,
      hatTone: 9000,
      hatDecay: 0.04,
    });
    const liquid = random.chance(0.5);
    const breaks = random.pick([
      { kick: 'X.........X.....', snare: '....X..g.g..X..g' },
      { kick: 'X.....x...X.....', snare: '....X.g..g.gX.g.' },
      { kick: 'X.X.......X..x..', snare: '....X..g....X.gg' },
    ]);
    const bassLine = random.pick(['1_____..1__.5_7_', '1__.1__...1_8_7_', '1_______..5___n_', '1..1..1_..8_..5_']);
    const phrase = writePhrase(song, ['x...x..x....x...', 'x.....x...x.....', '..x...x.x.......'], 7, 15);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const isFull = section === 'drop' || section === 'second drop';
      if (isFull || section === 'outro') {
        playKick(song, bar, kit.kick, lastBar ? 'X.....x.x.......' : breaks.kick, { gain: 0.95 });
        playDrum(song, bar, kit.snare, lastBar && isFull ? '....X..x.xx.XxXX' : breaks.snare, {
          gain: 0.72,
          jitter: 3,
        });
        playDrum(song, bar, kit.hat, indexInSection % 2 === 0 ? 'x.o.x.o.x.oox.o.' : 'x.o.x.oox.o.x.xo', {
          gain: 0.3,
          pan: 0.2,
          jitter: 3,
        });
        if (section === 'second drop') playDrum(song, bar, kit.ride, 'x...x...x...x...', { gain: 0.24, pan: -0.25 });
      }
      if (section === 'intro' && indexInSection >= 2) {
        playDrum(song, bar, kit.hat, 'o.g.o.g.o.g.o.gg', { gain: 0.2, pan: 0.3 });
        if (indexInSection >= sectionLength / 2)
          playDrum(song, bar, kit.rim, '......x..x....x.', { bus: 'ticks', gain: 0.3, pan: -0.3 });
      }
      if (section === 'break' && indexInSection >= sectionLength / 2)
        playDrum(song, bar, kit.snare, lastBar ? 'xxxxxxxxxxxxxxxx' : 'x...x...x...x...', {
          gain: 0.14 + (0.3 * indexInSection) / sectionLength,
        });
      if (isFull) {
        playBass(song, bar, bassLine, (bus, note) => playTone(bus, liquid ? sub : reese, note), {
          bus: 'bass',
          gate: 0.92,
        });
        if (!liquid) playBass(song, bar, bassLine, (bus, note) => playTone(bus, sub, note), { bus: 'bass', gain: 0.6 });
        else
          playBass(song, bar, bassLine, (bus, note) => playTone(bus, reese, note), {
            bus: 'reese',
            gain: 0.5,
            shift: 12,
          });
      }
      if (bar.index % 2 === 0)
        playChords(
          song,
          bar,
          'x_______________',
          (bus, note) => playTone(bus, pad, { ...note, length: note.length * 2 }),
          { bus: 'pads' },
        );
      if (liquid && section !== 'outro')
        playChords(
          song,
          bar,
          random.pick(['x__.....x.......', '...x__....x_....']),
          (bus, note) => playBell(bus, electricPiano, note),
          { bus: 'keys', gain: 0.6, width: 0.5 },
        );
      if (section === 'second drop' || section === 'break' || (section === 'intro' && indexInSection >= 2)) {
        playPhrase(song, bar, phrase, (bus, note) => playBell(bus, glassBell, note), { bus: 'lead', gain: 0.6 });
      }
      if ((section === 'intro' || section === 'break') && lastBar) playRise(song, bar, 3, 0.4);
      if (isFull && indexInSection === 0) {
        playImpact(song, bar, 0.8);
        playDrum(song, bar, kit.crash, 'x...............', { gain: 0.35 });
      }
    }
    return {
      channels: {
        kick: { gain: 1.05 },
        drums: { gain: 1, lowCut: 90, drive: 0.08, room: 0.1 },
        ticks: { gain: 1.1, echo: 0.5, room: 0.5 },
        bass: { gain: 0.75, duck: 0.45 },
        reese: { gain: 0.5, lowCut: 120, duck: 0.5, room: 0.1 },
        pads: {
          gain: 1.7,
          lowCut: 260,
          duck: 0.35,
          room: 0.5,
          sweep: {
            kind: 'low',
            points: [
              { at: 0, frequency: 1600 },
              { at: song.startOf('drop'), frequency: 9000 },
              { at: song.length, frequency: 9000 },
            ],
          },
        },
        keys: { gain: 1.1, lowCut: 200, duck: 0.25, echo: 0.3, room: 0.35 },
        lead: { gain: 1.3, lowCut: 300, echo: 0.5, room: 0.5 },
        effects: { gain: 0.6, room: 0.5 },
      },
      echo: { beats: 1.5, feedback: 0.45, tone: 4200 },
      room: { seconds: 2.4, tone: 5200, preDelay: 0.02 },
      loudness: -13.5,
      drive: 0.4,
      duckBeats: 0.9,
    };
  },
};
