import { makeKit } from '../drums.ts';
import {
  bassPitch,
  parseStrokes,
  playChord,
  playChords,
  playDrum,
  playImpact,
  playKick,
  playPhrase,
  playRise,
  writePhrase,
} from '../parts.ts';
import { glassBell, playBell } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const growl = patch({
  voices: 3,
  detune: 18,
  spread: 0.5,
  attack: 0.008,
  decay: 0.5,
  sustain: 0.95,
  release: 0.06,
  cutoff: 170,
  wobble: 4,
  wobbleRate: 4,
  resonance: 0.5,
  drive: 0.9,
  glide: 0.1,
  gain: 0.34,
});
const sub = patch({ wave: 'sine', attack: 0.01, decay: 0.5, sustain: 0.9, release: 0.08, drive: 0.25, gain: 0.8 });
const pad = patch({
  voices: 4,
  detune: 14,
  spread: 1,
  attack: 1.2,
  decay: 1,
  sustain: 0.8,
  release: 1.4,
  cutoff: 900,
  gain: 0.16,
});
const skank = patch({
  wave: 'square',
  voices: 2,
  detune: 8,
  spread: 0.5,
  attack: 0.003,
  decay: 0.12,
  sustain: 0.1,
  release: 0.2,
  cutoff: 1300,
  filterEnvelope: 1.3,
  filterDecay: 0.1,
  gain: 0.24,
});

export const dubstep: Style = {
  bpm: [138, 142],
  swing: 0.54,
  swingGrid: 16,
  scales: ['minor', 'phrygian'],
  progressions: [
    [0, 0, 5, 4],
    [0, 5, 0, 1],
    [0, 0, 3, 5],
  ],
  chordNotes: 3,
  barsPerChord: 1,
  form: [
    ['intro', 6],
    ['drop', 8],
    ['break', 4],
    ['second drop', 8],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('dubstep' + song.bpm, {
      kickLow: 47,
      kickHigh: 210,
      kickDecay: 0.34,
      kickClick: 0.6,
      kickDrive: 0.9,
      snareTone: 185,
      snareDecay: 0.32,
      snareNoise: 0.55,
      hatTone: 8200,
      hatDecay: 0.06,
    });
    // The wobble's cycles per beat, whose sequence characterises the bass line.
    const rates = Array.from({ length: 8 }, () => random.pick([1, 2, 2, 3, 4, 6]));
    const figure = random.pick(['1_______1___8___', '1_____1_____5_7_', '1___________1_8_', '1__1__1_1___7___']);
    const kick = random.pick(['X.........x.....', 'X.....x.........', 'X..x......x...x.']);
    const phrase = writePhrase(song, ['x.....x.....x...', '..x...x...x.....', 'x..x..x.........'], 7, 14);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const isFull = section === 'drop' || section === 'second drop';
      if (isFull || section === 'outro') {
        playKick(song, bar, kit.kick, kick);
        playDrum(song, bar, kit.snare, '........X.......', { gain: 0.85 });
        playDrum(song, bar, kit.clap, '........x.......', { gain: 0.35 });
        playDrum(song, bar, kit.hat, indexInSection % 2 === 0 ? 'x..x..x...x.x..g' : 'x..x..xgxgx.x.gg', {
          gain: 0.26,
          pan: 0.25,
          jitter: 3,
        });
        if (lastBar) playDrum(song, bar, kit.tom, '............x.xx', { gain: 0.5, pan: -0.2 });
      }
      if (section === 'intro' || section === 'break') {
        if (indexInSection >= 2)
          playDrum(song, bar, kit.rim, '....x.......x..x', { bus: 'ticks', gain: 0.35, pan: -0.3 });
        if (indexInSection >= sectionLength / 2)
          playDrum(song, bar, kit.hat, 'o.g.o.g.o.g.o.g.', { gain: 0.16, pan: 0.3 });
        playPhrase(song, bar, phrase, (bus, note) => playBell(bus, glassBell, note), { bus: 'lead', gain: 0.7 });
        playChords(song, bar, 'x_______________', (bus, note) => playTone(bus, pad, note), { bus: 'pads' });
      }
      if (isFull) {
        for (const [index, stroke] of parseStrokes(figure).entries()) {
          const pitch = bassPitch(bar.chord, bar.nextChord, stroke.symbol);
          const rate = (rates[(index + indexInSection * 3) % 8] ?? 2) / (song.beat / 44_100);
          playChord(
            song,
            bar,
            stroke,
            [pitch + 12],
            (bus, note) => playTone(bus, growl, { ...note, wobbleRate: rate }),
            { bus: 'growl' },
          );
          playChord(song, bar, stroke, [pitch], (bus, note) => playTone(bus, sub, note), { bus: 'sub' });
        }
        playChords(
          song,
          bar,
          section === 'second drop' ? '..x...x...x...x.' : '......x.......x.',
          (bus, note) => playTone(bus, skank, note),
          { bus: 'skank', shift: 12 },
        );
      }
      if ((section === 'intro' || section === 'break') && lastBar) {
        playRise(song, bar, 2, 0.45);
        playDrum(song, bar, kit.snare, 'x.x.x.x.xxxxxxxx', { gain: 0.22 });
      }
      if (indexInSection === 0 && section !== 'intro') playImpact(song, bar, 0.9);
    }
    return {
      channels: {
        kick: { gain: 1.1 },
        drums: { gain: 1, lowCut: 110, room: 0.22 },
        ticks: { gain: 1.2, echo: 0.7, room: 0.5 },
        growl: { gain: 0.85, lowCut: 110, duck: 0.35, room: 0.06 },
        sub: { gain: 0.7, highCut: 140, duck: 0.4 },
        skank: { gain: 0.6, lowCut: 400, echo: 0.6, room: 0.4 },
        pads: { gain: 1.7, lowCut: 150, room: 0.6 },
        lead: { gain: 1.4, echo: 0.55, room: 0.6 },
        effects: { gain: 0.6, room: 0.5 },
      },
      echo: { beats: 0.75, feedback: 0.55, tone: 2800 },
      room: { seconds: 2.8, tone: 4200, preDelay: 0.025 },
      loudness: -13.5,
      drive: 0.6,
      duckBeats: 0.6,
    };
  },
};
