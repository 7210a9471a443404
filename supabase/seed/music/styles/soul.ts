import { makeKit } from '../drums.ts';
import { playBass, playChords, playDrum, playKick, playPhrase, writePhrase } from '../parts.ts';
import { bassString, electricPiano, playBell, playString, steelString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const horns = patch({
  voices: 4,
  detune: 11,
  spread: 0.6,
  attack: 0.02,
  decay: 0.18,
  sustain: 0.65,
  release: 0.1,
  cutoff: 900,
  filterEnvelope: 1.9,
  filterDecay: 0.25,
  resonance: 0.2,
  gain: 0.22,
});
const bass808 = patch({
  wave: 'sine',
  attack: 0.006,
  decay: 0.9,
  sustain: 0.45,
  release: 0.15,
  drive: 0.45,
  glide: 0.12,
  gain: 0.8,
});
const softLead = patch({
  wave: 'triangle',
  voices: 2,
  detune: 7,
  spread: 0.3,
  attack: 0.05,
  decay: 0.3,
  sustain: 0.8,
  release: 0.25,
  cutoff: 2200,
  vibrato: 0.25,
  vibratoRate: 4.8,
  glide: 0.12,
  gain: 0.3,
});
const strings = patch({
  voices: 5,
  detune: 14,
  spread: 1,
  attack: 0.4,
  decay: 1,
  sustain: 0.8,
  release: 0.7,
  cutoff: 2400,
  gain: 0.11,
});

export const soulAndFunk: Style = {
  bpm: [98, 110],
  swing: 0.54,
  swingGrid: 16,
  scales: ['dorian', 'mixolydian'],
  progressions: [
    [0, 0, 3, 3],
    [0, 3, 0, 4],
    [1, 4, 0, 0],
  ],
  chordNotes: 4,
  barsPerChord: 1,
  form: [
    ['intro', 2],
    ['groove', 8],
    ['horns', 6],
    ['break', 2],
    ['horns two', 4],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('soul' + song.bpm, {
      kickLow: 60,
      kickHigh: 140,
      kickDecay: 0.17,
      kickClick: 0.4,
      kickDrive: 0.3,
      snareTone: 220,
      snareDecay: 0.17,
      snareNoise: 0.6,
      hatTone: 7400,
      hatDecay: 0.04,
      cutoff: 12_000,
    });
    const kick = random.pick(['X..x..x...x.....', 'X.x....x..X..x..', 'X.....x..xX.....']);
    const bass = random.pick(['1..1..8.7.5..1.n', '1.1..8..1..5.7.8', '1...8.1..1.5.78.']);
    const scratch = random.pick(['..xg..xgx.xg..xg', 'x.gx..gxx.g.x.gx', '.gxg.gxx.gxg.gxx']);
    const stabs = random.pick(['x...........x.x_', '..x..x..x___....', '......x.x..x....']);
    const phrase = writePhrase(song, ['x.x_..x.x_......', '..x.x.x_x_x_....', 'x_..x.x.x_..x_..'], 5, 13);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const withHorns = section.startsWith('horns');
      if (section !== 'outro' || !lastBar) {
        playKick(song, bar, kit.kick, section === 'break' ? 'X...X...X...X...' : kick, { gain: 0.85, jitter: 4 });
        playDrum(song, bar, kit.snare, lastBar ? '....X..g.gx.X.xx' : '....X..g.g..X..g', { gain: 0.6, jitter: 4 });
        playDrum(song, bar, kit.hat, 'x.ogx.ogx.ogx.o.', { gain: 0.26, pan: 0.25, jitter: 5 });
        playDrum(song, bar, kit.openHat, '..............x.', { gain: 0.22, pan: 0.25 });
        if (withHorns || section === 'break')
          playDrum(song, bar, kit.conga, 'x..o.x.ox..o.x.o', { gain: 0.24, pan: -0.5, jitter: 6 });
      }
      playBass(
        song,
        bar,
        section === 'outro' && lastBar ? '1_______________' : bass,
        (bus, note) => playString(bus, { ...bassString, brightness: 0.62, sustain: 1.4 }, note),
        { bus: 'bass', gate: 0.75 },
      );
      if (section !== 'break')
        playChords(song, bar, scratch, (bus, note) => playString(bus, { ...steelString, muted: true }, note), {
          bus: 'scratch',
          shift: 12,
          gain: 0.5,
          strum: 4,
          gate: 0.6,
        });
      playChords(
        song,
        bar,
        section === 'groove' ? 'x_....x_..x_....' : 'x_________x_....',
        (bus, note) => playBell(bus, { ...electricPiano, index: 2, tremolo: 0.4 }, note),
        { bus: 'keys', width: 0.5, gain: 0.7 },
      );
      if (withHorns)
        playChords(
          song,
          bar,
          indexInSection % 2 === 0 ? stabs : 'x_______....x.x.',
          (bus, note) => playTone(bus, horns, note),
          { bus: 'horns', gate: 0.8 },
        );
      if (section === 'groove' && indexInSection >= sectionLength / 2)
        playPhrase(song, bar, phrase, (bus, note) => playTone(bus, { ...horns, voices: 1, vibrato: 0.2 }, note), {
          bus: 'horns',
          gain: 1.6,
        });
    }
    return {
      channels: {
        kick: { gain: 1 },
        drums: { gain: 0.95, room: 0.12 },
        bass: { gain: 0.95, highCut: 3500, duck: 0.12 },
        scratch: { gain: 0.6, lowCut: 300, room: 0.12 },
        keys: { gain: 0.7, lowCut: 150, room: 0.15 },
        horns: { gain: 0.75, lowCut: 180, echo: 0.06, room: 0.28 },
      },
      echo: { beats: 0.5, feedback: 0.25, tone: 3500 },
      room: { seconds: 1.1, tone: 5000, preDelay: 0.012 },
      loudness: -14,
      drive: 0.35,
    };
  },
};

export const rhythmAndBlues: Style = {
  bpm: [66, 76],
  swing: 0.55,
  swingGrid: 16,
  scales: ['minor', 'major', 'dorian'],
  progressions: [
    [3, 2, 1, 0],
    [5, 4, 3, 2],
    [0, 5, 3, 4],
    [1, 4, 0, 5],
  ],
  chordNotes: 5,
  barsPerChord: 1,
  form: [
    ['intro', 2],
    ['verse', 5],
    ['chorus', 4],
    ['chorus two', 3],
    ['outro', 1],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('rnb' + song.bpm, {
      kickLow: 46,
      kickHigh: 150,
      kickDecay: 0.3,
      kickClick: 0.35,
      kickDrive: 0.5,
      snareTone: 230,
      snareDecay: 0.13,
      snareNoise: 0.8,
      hatTone: 9400,
      hatDecay: 0.03,
    });
    const kick = random.pick(['X.....x...x.....', 'X..x.....xX.....', 'X......x.xX.....']);
    const bass = random.pick(['1_____..1___5___', '1___..1_..1_..n_', '1__1______5___7_']);
    const phrase = writePhrase(song, ['..x_x_x___..x_..', 'x_x___..x_x_x___', '....x_x_x_x_x___'], 4, 12);
    for (const bar of song.bars) {
      const { section, indexInSection } = bar;
      const chorus = section.startsWith('chorus');
      if (section === 'verse' || chorus) {
        playKick(song, bar, kit.kick, kick, { gain: 0.9, jitter: 3 });
        playDrum(song, bar, kit.clap, '....x.......x...', { gain: 0.5, late: 10 });
        playDrum(song, bar, kit.rim, '....x.......x...', { gain: 0.35 });
        playDrum(song, bar, kit.hat, indexInSection % 2 === 0 ? 'x.g.x.g.x.gxx.g.' : 'x.g.xxg.x.g.xggg', {
          gain: 0.22,
          pan: 0.2,
          jitter: 4,
        });
        if (chorus) playDrum(song, bar, kit.hat, '....................xxxxxx......', { gain: 0.14, pan: -0.3 });
        playBass(song, bar, bass, (bus, note) => playTone(bus, bass808, note), { bus: 'bass' });
      }
      playChords(
        song,
        bar,
        'x_______..x_____',
        (bus, note) => playBell(bus, { ...electricPiano, decay: 3, index: 1.1, tremolo: 0.45, tremoloRate: 3.6 }, note),
        { bus: 'keys', strum: 20, width: 0.6, gain: 0.85 },
      );
      if (chorus || section === 'outro')
        playChords(song, bar, 'x_______________', (bus, note) => playTone(bus, strings, note), {
          bus: 'strings',
          shift: 12,
        });
      if (section !== 'intro' && section !== 'outro')
        playPhrase(song, bar, phrase, (bus, note) => playTone(bus, softLead, note), { bus: 'lead', jitter: 12 });
      if (chorus)
        playPhrase(song, bar, phrase, (bus, note) => playTone(bus, softLead, { ...note, pan: -0.5 }), {
          bus: 'lead',
          shift: 12,
          gain: 0.3,
        });
    }
    return {
      channels: {
        kick: { gain: 1 },
        drums: { gain: 0.85, lowCut: 150, room: 0.2 },
        bass: { gain: 0.85, duck: 0.3 },
        keys: { gain: 0.85, lowCut: 130, chorus: 3, room: 0.3 },
        strings: { gain: 0.8, lowCut: 300, room: 0.5 },
        lead: { gain: 0.65, echo: 0.3, room: 0.45 },
      },
      echo: { beats: 0.75, feedback: 0.35, tone: 3000 },
      room: { seconds: 2.4, tone: 4600, preDelay: 0.025 },
      loudness: -14.5,
      drive: 0.3,
    };
  },
};
