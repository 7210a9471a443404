import { makeKit } from '../drums.ts';
import { playArpeggio, playBass, playChords, playDrum, playKick, playPhrase, playRise, writePhrase } from '../parts.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const arp = patch({
  wave: 'square',
  voices: 2,
  detune: 7,
  spread: 0.5,
  attack: 0.003,
  decay: 0.14,
  sustain: 0.15,
  release: 0.12,
  cutoff: 900,
  filterEnvelope: 2,
  filterDecay: 0.13,
  resonance: 0.3,
  gain: 0.26,
});
const wall = patch({
  voices: 7,
  detune: 22,
  spread: 1,
  attack: 0.25,
  decay: 1,
  sustain: 0.85,
  release: 0.5,
  cutoff: 2200,
  filterEnvelope: 0.8,
  filterDecay: 0.8,
  gain: 0.15,
});
const bass = patch({
  voices: 2,
  detune: 6,
  sub: 0.7,
  attack: 0.003,
  decay: 0.15,
  sustain: 0.45,
  release: 0.05,
  cutoff: 330,
  filterEnvelope: 1.9,
  filterDecay: 0.12,
  drive: 0.3,
  gain: 0.45,
});
const lead = patch({
  voices: 3,
  detune: 10,
  spread: 0.3,
  attack: 0.02,
  decay: 0.3,
  sustain: 0.7,
  release: 0.25,
  cutoff: 2600,
  filterEnvelope: 0.7,
  vibrato: 0.15,
  vibratoRate: 5.2,
  glide: 0.08,
  gain: 0.24,
});

export const electronic: Style = {
  bpm: [100, 116],
  swing: 0.5,
  swingGrid: 16,
  scales: ['minor', 'dorian', 'mixolydian'],
  progressions: [
    [0, 5, 2, 6],
    [5, 6, 0, 0],
    [0, 3, 6, 2],
    [0, 2, 5, 4],
  ],
  chordNotes: 4,
  barsPerChord: 1,
  form: [
    ['intro', 4],
    ['verse', 6],
    ['chorus', 4],
    ['break', 2],
    ['chorus two', 6],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const isBrokenBeat = random.chance(0.5);
    const kit = makeKit('electronic' + song.bpm, {
      kickLow: 50,
      kickHigh: 200,
      kickDecay: 0.26,
      kickClick: 0.6,
      kickDrive: 0.6,
      snareTone: 170,
      snareDecay: 0.34,
      snareNoise: 0.7,
      hatTone: 8800,
      hatDecay: 0.045,
    });
    const order = random.pick(['up', 'upDown', 'random', 'down'] as const);
    const bassLine = random.pick(['1111111111111181', '1.11.11.1.11.118', '1.1.1.1.1.1.5.7.']);
    const phrase = writePhrase(song, ['x___x_x___..x___', 'x_..x_..x_x_x___', '..x_x___x_......'], 7, 14);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const isChorus = section.startsWith('chorus');
      if (section === 'verse' || isChorus || (section === 'outro' && !lastBar)) {
        playKick(song, bar, kit.kick, isBrokenBeat ? 'X..x..X...x.....' : 'X...X...X...X...', { gain: 0.9 });
        playDrum(song, bar, kit.snare, lastBar ? '....X.......X.XX' : '....X.......X...', { bus: 'snare', gain: 0.65 });
        playDrum(song, bar, kit.hat, isBrokenBeat ? 'x.xxox.xxox.x.xo' : 'x.o.x.o.x.o.x.o.', { gain: 0.22, pan: 0.25 });
        if (isChorus) playDrum(song, bar, kit.openHat, '..x...x...x...x.', { gain: 0.18, pan: -0.2 });
      }
      if (section !== 'intro' && section !== 'break' && section !== 'outro')
        playBass(song, bar, bassLine, (bus, note) => playTone(bus, bass, note), { bus: 'bass', gate: 0.8 });
      if (section !== 'outro')
        playArpeggio(song, bar, order, 16, (bus, note) => playTone(bus, arp, note), { bus: 'arp', gain: 0.8 });
      if (isChorus || section === 'break')
        playChords(song, bar, 'x_______________', (bus, note) => playTone(bus, wall, note), { bus: 'wall' });
      else
        playChords(song, bar, 'x_______________', (bus, note) => playTone(bus, { ...wall, cutoff: 600 }, note), {
          bus: 'wall',
          gain: 0.7,
        });
      if (isChorus) playPhrase(song, bar, phrase, (bus, note) => playTone(bus, lead, note), { bus: 'lead' });
      if (lastBar && (section === 'verse' || section === 'break')) {
        playRise(song, bar, 1, 0.35);
        playDrum(song, bar, kit.tom, '........x.x.xxxx', { gain: 0.4, pan: 0.2 });
      }
      if (isChorus && indexInSection === 0) playDrum(song, bar, kit.crash, 'x...............', { gain: 0.3 });
    }
    return {
      channels: {
        kick: { gain: 0.85 },
        drums: { gain: 0.9, lowCut: 120, room: 0.12 },
        snare: { gain: 0.9, lowCut: 120, room: 0.45 },
        bass: { gain: 0.85, duck: 0.45 },
        arp: {
          gain: 1.5,
          lowCut: 200,
          duck: 0.3,
          echo: 0.4,
          room: 0.25,
          sweep: {
            kind: 'low',
            points: [
              { at: 0, frequency: 1400 },
              { at: song.startOf('chorus'), frequency: 8000 },
              { at: song.length, frequency: 12000 },
            ],
          },
        },
        wall: { gain: 1.4, lowCut: 180, duck: 0.55, room: 0.3 },
        lead: { gain: 1.1, echo: 0.4, room: 0.35 },
        effects: { gain: 0.6, room: 0.4 },
      },
      echo: { beats: 0.75, feedback: 0.42, tone: 4500 },
      room: { seconds: 2.2, tone: 5500, preDelay: 0.02 },
      loudness: -14,
      drive: 0.4,
    };
  },
};
