import { makeKit } from '../drums.ts';
import { pitchOf } from '../harmony.ts';
import { parseStrokes, playChord, playChords, playDrum, playPhrase, writePhrase } from '../parts.ts';
import { electricPiano, playBell, playString, uprightString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const sax = patch({
  voices: 2,
  detune: 5,
  noise: 0.05,
  attack: 0.035,
  decay: 0.3,
  sustain: 0.75,
  release: 0.12,
  cutoff: 1100,
  filterEnvelope: 1,
  filterDecay: 0.25,
  resonance: 0.25,
  vibrato: 0.2,
  vibratoRate: 5.1,
  drive: 0.2,
  glide: 0.05,
  gain: 0.3,
});
const trumpet = patch({
  wave: 'square',
  attack: 0.03,
  decay: 0.2,
  sustain: 0.7,
  release: 0.1,
  cutoff: 1600,
  filterEnvelope: 0.8,
  resonance: 0.4,
  vibrato: 0.12,
  vibratoRate: 5.6,
  gain: 0.22,
});
const piano = { ...electricPiano, ratio: 2, index: 0.7, indexDecay: 0.25, decay: 1.6, tremolo: 0 };

export const jazz: Style = {
  bpm: [124, 168],
  swing: 0.64,
  swingGrid: 8,
  scales: ['major', 'dorian', 'minor'],
  progressions: [
    [1, 4, 0, 5],
    [0, 5, 1, 4],
    [1, 4, 0, 0, 3, 6, 2, 5],
    [0, 3, 2, 5, 1, 4, 0, 4],
  ],
  chordNotes: 5,
  barsPerChord: 1,
  form: [
    ['intro', 4],
    ['head', 8],
    ['solo', 12],
    ['head again', 8],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('jazz' + song.bpm, {
      kickLow: 62,
      kickHigh: 120,
      kickDecay: 0.18,
      kickClick: 0.2,
      kickDrive: 0.1,
      snareTone: 215,
      snareDecay: 0.14,
      snareNoise: 0.7,
      hatTone: 7000,
      hatDecay: 0.05,
      cutoff: 11_000,
    });
    const horn = random.chance(0.5) ? sax : trumpet;
    const compRhythms = ['x...x...', '...x..x.', '.x..x...', 'x_....x.', '..x....x', '...x....'];
    const head = writePhrase(song, ['x_.xx_x.', '..x_xx_.', 'x.x_..x_', '.xx_x___'], 2, 11);
    let soloDegree = 7;
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const ending = section === 'outro' && lastBar;
      if (!ending) {
        playDrum(
          song,
          bar,
          kit.ride,
          section === 'intro' ? 'x...x...' : random.pick(['x.oox.oo', 'x.oox.oo', 'x.oox.o.']),
          { gain: 0.2, pan: 0.35, jitter: 5 },
        );
        playDrum(song, bar, kit.hat, '..x...x.', { gain: 0.3, pan: -0.35 });
        if (section !== 'intro') {
          playDrum(song, bar, kit.snare, random.pick(['........', '...g....', '.....g.g', 'g....x..', '.......x']), {
            gain: 0.32,
            jitter: 6,
          });
          playDrum(song, bar, kit.kick, random.pick(['g...g...', 'g...g..o', 'g..og...']), { gain: 0.4 });
        }
        if (lastBar) playDrum(song, bar, kit.tom, '.....xxx', { gain: 0.25, pan: 0.2 });
      }
      // The root, two notes above it, and a semitone below or above the next root.
      const { root } = bar.chord;
      const target = bar.nextChord.root;
      const walk = [
        root,
        root + random.pick([3, 4, 7]),
        root + random.pick([5, 7, 10]),
        target + random.pick([-1, 1, -1]),
      ];
      for (const [beat, pitch] of (ending ? [root] : walk).entries()) {
        playChord(
          song,
          bar,
          { position: beat / 4, length: ending ? 1 : 0.24, velocity: beat % 2 === 0 ? 0.85 : 0.75, symbol: 'x' },
          [pitch + (pitch < 31 ? 12 : 0)],
          (bus, note) => playString(bus, uprightString, note),
          { bus: 'bass', jitter: 5 },
        );
      }
      playChords(song, bar, ending ? 'x_______' : random.pick(compRhythms), (bus, note) => playBell(bus, piano, note), {
        bus: 'piano',
        gain: section === 'solo' ? 0.6 : 0.75,
        width: 0.5,
        gate: 0.7,
        strum: 4,
        jitter: 6,
      });
      if (section.startsWith('head'))
        playPhrase(song, bar, head, (bus, note) => playTone(bus, horn, note), { bus: 'horn', gate: 0.9 });
      if (section === 'solo' && random.chance(0.88)) {
        for (const stroke of parseStrokes(random.pick(['xxxxxxxx', '.xxxxx..', 'xx.xxxx_', '..xxxxxx', 'x__xx_xx']))) {
          soloDegree = Math.max(0, Math.min(15, soloDegree + random.pick([-2, -1, -1, 1, 1, 2, -3, 3])));
          playChord(
            song,
            bar,
            { ...stroke, velocity: random.between(0.5, 0.9) },
            [pitchOf(song.key, soloDegree)],
            (bus, note) => playTone(bus, horn, note),
            { bus: 'horn', jitter: 6, gate: 0.92 },
          );
        }
      }
    }
    return {
      channels: {
        drums: { gain: 0.9, room: 0.25 },
        bass: { gain: 1, highCut: 2200, room: 0.06 },
        piano: { gain: 0.85, lowCut: 120, room: 0.3 },
        horn: { gain: 0.75, lowCut: 160, echo: 0.06, room: 0.35 },
      },
      echo: { beats: 1, feedback: 0.2, tone: 2500 },
      room: { seconds: 1.5, tone: 4600, preDelay: 0.018 },
      loudness: -15.5,
      drive: 0.15,
    };
  },
};
