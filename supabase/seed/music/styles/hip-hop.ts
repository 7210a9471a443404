import { Random } from '../../random.ts';
import { makeKit } from '../drums.ts';
import { playBass, playChords, playCrackle, playDrum, playKick, playPhrase, writePhrase } from '../parts.ts';
import { electricPiano, glassBell, playBell, playString, steelString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const bass808 = patch({
  wave: 'sine',
  attack: 0.004,
  decay: 1.1,
  sustain: 0.35,
  release: 0.14,
  drive: 0.6,
  glide: 0.13,
  gain: 0.85,
});
const brass = patch({
  voices: 4,
  detune: 13,
  spread: 0.5,
  attack: 0.03,
  decay: 0.25,
  sustain: 0.6,
  release: 0.14,
  cutoff: 700,
  filterEnvelope: 1.8,
  filterDecay: 0.3,
  gain: 0.2,
});
const whistle = patch({
  wave: 'sine',
  attack: 0.02,
  decay: 0.2,
  sustain: 0.8,
  release: 0.16,
  vibrato: 0.22,
  vibratoRate: 5.4,
  glide: 0.1,
  gain: 0.22,
});

export const hipHop: Style = {
  bpm: [84, 96],
  swing: 0.57,
  swingGrid: 16,
  scales: ['minor', 'dorian', 'phrygian'],
  progressions: [
    [0, 0, 5, 4],
    [0, 3, 0, 6],
    [0, 5, 3, 4],
    [0, 1, 0, 6],
  ],
  chordNotes: 4,
  barsPerChord: 1,
  form: [
    ['intro', 2],
    ['verse', 8],
    ['hook', 4],
    ['verse two', 4],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const trap = random.chance(0.4);
    const kit = makeKit(
      'hiphop' + song.bpm,
      trap
        ? {
            kickLow: 44,
            kickHigh: 180,
            kickDecay: 0.24,
            kickClick: 0.7,
            kickDrive: 0.8,
            snareTone: 240,
            snareDecay: 0.16,
            snareNoise: 0.75,
            hatTone: 9800,
            hatDecay: 0.03,
          }
        : {
            kickLow: 55,
            kickHigh: 160,
            kickDecay: 0.22,
            kickClick: 0.4,
            kickDrive: 1,
            snareTone: 200,
            snareDecay: 0.22,
            snareNoise: 0.6,
            hatTone: 7200,
            hatDecay: 0.05,
            cutoff: 9500,
          },
    );
    const kick = trap
      ? random.pick(['X......x..x.....', 'X..x......X...x.'])
      : random.pick(['X.x....x..X.....', 'X......X..X..x..', 'X..x...x..X.....']);
    const bass = trap
      ? random.pick(['1_____.1__1_____', '1__1______8___n_'])
      : random.pick(['1_1_...1__1_..5_', '1___...1_.7_..5_', '1_..1_.8..1_...n']);
    const chop = random.pick(['x__x__..x_x_....', 'x_..x_..xx..x___', '..x_..x_x___..x_']);
    const rolls = ['x.x.x.x.x.x.x.x.', 'x.x.x.xxx.x.x.x.', 'x.x.x.x.x.xxxxx.'];
    const phrase = writePhrase(song, ['x..x..x_....x_..', '..x_x_....x_x___', 'x_x_..x_........'], 7, 14);
    const keys = random.pick(['piano', 'guitar', 'bells']);
    if (!trap) playCrackle(song, new Random('crate' + song.bpm), 0.3);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const hasBeat = section !== 'intro' && section !== 'outro' && !(lastBar && section === 'verse');
      if (hasBeat) {
        playKick(song, bar, kit.kick, kick, { gain: 0.95, jitter: 3 });
        playDrum(song, bar, trap ? kit.clap : kit.snare, trap ? '........X.......' : '....X.......X..g', {
          gain: 0.7,
          late: trap ? 0 : 8,
        });
        if (trap) playDrum(song, bar, kit.snare, '........x.......', { gain: 0.4 });
        playDrum(song, bar, kit.hat, trap ? random.pick(rolls) : 'x.x.x.xox.x.x.x.', {
          gain: 0.26,
          pan: 0.15,
          jitter: trap ? 0 : 7,
        });
        if (trap && indexInSection % 2 === 1)
          playDrum(song, bar, kit.hat, '......................xxxxxxx...', { gain: 0.2, pan: -0.2 });
        if (!trap) playDrum(song, bar, kit.openHat, '..............x.', { gain: 0.2 });
      }
      if (section !== 'intro' && section !== 'outro')
        playBass(song, bar, bass, (bus, note) => playTone(bus, bass808, note), { bus: 'bass' });
      if (keys === 'piano')
        playChords(song, bar, chop, (bus, note) => playBell(bus, { ...electricPiano, index: 1.8 }, note), {
          bus: 'keys',
          width: 0.3,
          gain: 0.85,
        });
      if (keys === 'guitar')
        playChords(song, bar, chop, (bus, note) => playString(bus, steelString, note), {
          bus: 'keys',
          strum: 18,
          width: 0.4,
          gain: 0.5,
        });
      if (keys === 'bells')
        playChords(song, bar, chop, (bus, note) => playBell(bus, glassBell, note), {
          bus: 'keys',
          width: 0.5,
          gain: 0.7,
        });
      if (section === 'hook')
        playChords(
          song,
          bar,
          indexInSection % 2 === 0 ? 'x___x_....x_....' : 'x___....x_x_x_..',
          (bus, note) => playTone(bus, brass, note),
          { bus: 'brass' },
        );
      if (section === 'hook' || section === 'verse two' || (section === 'verse' && indexInSection >= sectionLength / 2))
        playPhrase(song, bar, phrase, (bus, note) => playTone(bus, whistle, note), { bus: 'lead' });
      if (section === 'hook' && indexInSection === 0)
        playDrum(song, bar, kit.crash, 'x...............', { gain: 0.25 });
    }
    return {
      channels: {
        kick: { gain: 1.05 },
        drums: { gain: 0.95, lowCut: 100, room: 0.1, drive: 0.06 },
        bass: { gain: 0.85, duck: 0.3 },
        keys: {
          gain: 0.7,
          lowCut: 150,
          highCut: trap ? 5000 : 3600,
          echo: 0.15,
          room: trap ? 0.4 : 0.2,
          crush: trap ? [16, 1] : [12, 2],
        },
        brass: { gain: 0.7, lowCut: 180, room: 0.3 },
        lead: { gain: 0.5, echo: 0.4, room: 0.4 },
        dust: { gain: 0.5 },
      },
      echo: { beats: 0.75, feedback: 0.35, tone: 3000 },
      room: { seconds: trap ? 2.2 : 1.1, tone: 4200, preDelay: 0.015 },
      loudness: -14,
      drive: 0.5,
      duckBeats: 0.5,
    };
  },
};
