import { makeKit } from '../drums.ts';
import { playBass, playChords, playDrum, playKick, playPhrase, writePhrase } from '../parts.ts';
import { electricPiano, marimba, nylonString, playBell, playString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const logDrum = patch({
  wave: 'sine',
  attack: 0.003,
  decay: 0.35,
  sustain: 0.2,
  release: 0.1,
  drive: 0.7,
  glide: 0.06,
  gain: 0.85,
});
const pad = patch({
  voices: 4,
  detune: 12,
  spread: 0.9,
  attack: 0.3,
  decay: 1,
  sustain: 0.7,
  release: 0.6,
  cutoff: 1700,
  gain: 0.12,
});

export const afrobeats: Style = {
  bpm: [102, 112],
  swing: 0.54,
  swingGrid: 16,
  scales: ['major', 'minor', 'dorian'],
  progressions: [
    [3, 4, 5, 0],
    [0, 3, 5, 4],
    [5, 3, 0, 4],
    [1, 2, 5, 5],
  ],
  chordNotes: 4,
  barsPerChord: 1,
  form: [
    ['intro', 2],
    ['verse', 6],
    ['chorus', 6],
    ['break', 2],
    ['chorus two', 6],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('afro' + song.bpm, {
      kickLow: 54,
      kickHigh: 170,
      kickDecay: 0.2,
      kickClick: 0.4,
      snareTone: 250,
      snareDecay: 0.11,
      snareNoise: 0.6,
      hatTone: 8600,
      hatDecay: 0.035,
    });
    const bass = random.pick(['1..1..1...1.5.1.', '...1..1..81.5...', '1.....1..11..7.5']);
    const guitar = random.pick(['x.x.xx.x.x.xx.x.', '.x.xx.x.xx.x.xx.', 'x..xx.xx..xx.x.x']);
    const malletPhrase = writePhrase(song, ['x.x..x.x..x.x...', '..x.x..x.x..x.x.', 'x..x..x...x.x...'], 5, 14);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const isChorus = section.startsWith('chorus');
      const isFull = isChorus || section === 'verse';
      if (isFull) {
        playKick(song, bar, kit.kick, 'X...X...X...X...', { gain: 0.8 });
        // Pairs three steps apart, against a kick on every fourth step: the rhythm that defines the genre.
        playDrum(song, bar, kit.rim, '...x..x...x..x..', { gain: 0.5, pan: -0.1 });
        if (isChorus) playDrum(song, bar, kit.snare, '...x..x......x..', { gain: 0.4 });
        playBass(song, bar, bass, (bus, note) => playTone(bus, logDrum, note), { bus: 'bass', gate: 0.9 });
      }
      if (section !== 'intro' || indexInSection > 0)
        playDrum(song, bar, kit.shaker, 'xgogxgogxgogxgog', { gain: 0.26, pan: 0.35, jitter: 4 });
      if (isChorus || section === 'break') {
        playDrum(song, bar, kit.conga, indexInSection % 2 === 0 ? 'x.ox..x.o.x.ox..' : 'x.ox..x.oxxo.xox', {
          gain: 0.34,
          pan: -0.45,
          jitter: 4,
        });
        playDrum(song, bar, kit.bell, 'x..x..x...x.x...', { gain: 0.12, pan: 0.5 });
      }
      if (indexInSection === sectionLength - 1 && isFull)
        playDrum(song, bar, kit.tom, '..........x.xx.x', { gain: 0.42, pan: 0.2 });
      const notes = bar.chord.pitches;
      if (section !== 'break') {
        for (const [voice, pan] of [
          [0, -0.5],
          [1, 0.5],
        ] as const) {
          const rhythm = voice === 0 ? guitar : guitar.slice(3) + guitar.slice(0, 3);
          playChords(
            song,
            { ...bar, chord: { ...bar.chord, pitches: [(notes[(bar.index + voice) % notes.length] ?? 60) + 12] } },
            rhythm,
            (bus, note) => playString(bus, nylonString, { ...note, pan }),
            { bus: 'guitar', gain: 0.65 },
          );
        }
      }
      playChords(song, bar, 'x_____x_........', (bus, note) => playBell(bus, electricPiano, note), {
        bus: 'keys',
        gain: 0.5,
        width: 0.4,
      });
      if (isChorus || section === 'intro')
        playPhrase(song, bar, malletPhrase, (bus, note) => playBell(bus, marimba, note), { bus: 'mallet', gain: 0.9 });
      if (isChorus) playChords(song, bar, 'x_______________', (bus, note) => playTone(bus, pad, note), { bus: 'pads' });
    }
    return {
      channels: {
        kick: { gain: 0.95 },
        drums: { gain: 0.95, lowCut: 120, room: 0.14 },
        bass: { gain: 0.85, duck: 0.25 },
        guitar: { gain: 0.7, lowCut: 220, chorus: 2, echo: 0.18, room: 0.2 },
        keys: { gain: 0.7, lowCut: 180, room: 0.25 },
        mallet: { gain: 0.75, echo: 0.25, room: 0.25 },
        pads: { gain: 0.7, lowCut: 250, duck: 0.35, room: 0.4 },
      },
      echo: { beats: 0.75, feedback: 0.3, tone: 3800 },
      room: { seconds: 1.5, tone: 5500, preDelay: 0.015 },
      loudness: -14,
      drive: 0.35,
    };
  },
};
