import { makeKit } from '../drums.ts';
import { playArpeggio, playBass, playChords, playDrum, playKick, playPhrase, playRise, writePhrase } from '../parts.ts';
import { marimba, nylonString, playBell, playString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const voice = patch({
  wave: 'square',
  voices: 2,
  detune: 9,
  spread: 0.25,
  noise: 0.02,
  attack: 0.03,
  decay: 0.25,
  sustain: 0.75,
  release: 0.18,
  cutoff: 1400,
  filterEnvelope: 1,
  filterDecay: 0.2,
  resonance: 0.5,
  vibrato: 0.22,
  vibratoRate: 5.4,
  glide: 0.07,
  gain: 0.24,
});
const chorusPad = patch({
  voices: 5,
  detune: 16,
  spread: 1,
  attack: 0.04,
  decay: 0.5,
  sustain: 0.7,
  release: 0.3,
  cutoff: 3200,
  gain: 0.13,
});
const bass = patch({
  wave: 'saw',
  sub: 0.8,
  attack: 0.004,
  decay: 0.2,
  sustain: 0.6,
  release: 0.06,
  cutoff: 420,
  filterEnvelope: 1.3,
  filterDecay: 0.15,
  gain: 0.5,
});

export const pop: Style = {
  bpm: [104, 120],
  swing: 0.5,
  swingGrid: 16,
  scales: ['major', 'major', 'lydian'],
  progressions: [
    [0, 4, 5, 3],
    [5, 3, 0, 4],
    [3, 4, 5, 0],
    [0, 2, 3, 4],
  ],
  chordNotes: 3,
  barsPerChord: 1,
  form: [
    ['intro', 2],
    ['verse', 6],
    ['lift', 2],
    ['chorus', 6],
    ['break', 2],
    ['chorus two', 6],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('pop' + song.bpm, {
      kickLow: 52,
      kickDecay: 0.24,
      kickClick: 0.55,
      snareTone: 210,
      snareDecay: 0.18,
      hatTone: 9200,
      hatDecay: 0.04,
    });
    const hasPlucks = random.chance(0.5);
    const pluckRhythm = random.pick(['x..x..x.x..x..x.', 'x.x..x.x.x.x..x.', 'x...x..x..x.x...']);
    const versePhrase = writePhrase(song, ['x_x_x_..x_x_....', '..x_x_x_x___....', 'x_..x_..x_x_x_..'], 2, 9);
    const chorusPhrase = writePhrase(song, ['x___x_x_x___x_x_', 'x_x_x___x_x_x___', 'x___..x_x___x_..'], 6, 13);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const isChorus = section.startsWith('chorus');
      if (isChorus || section === 'verse') {
        playKick(song, bar, kit.kick, isChorus ? 'X...X...X...X...' : 'X.....x.X.......', { gain: 0.9 });
        playDrum(song, bar, isChorus ? kit.clap : kit.rim, '....x.......x...', { gain: 0.5 });
        if (isChorus) playDrum(song, bar, kit.snare, lastBar ? '....x.......x.xx' : '....x.......x...', { gain: 0.45 });
        playDrum(song, bar, kit.hat, isChorus ? 'x.x.x.x.x.x.x.xo' : 'o.o.o.o.o.o.o.o.', { gain: 0.2, pan: 0.2 });
        if (isChorus) playDrum(song, bar, kit.shaker, 'goxggoxggoxggoxg', { gain: 0.16, pan: -0.3 });
      }
      if (section === 'lift' || section === 'break')
        playDrum(song, bar, kit.clap, lastBar ? 'x.x.x.x.xxxxxxxx' : 'x...x...x...x...', { gain: 0.25 });
      if (isChorus || section === 'verse')
        playBass(
          song,
          bar,
          isChorus ? '1..1..1.1..1.18.' : '1_______1___5___',
          (bus, note) => playTone(bus, bass, note),
          {
            bus: 'bass',
            gate: 0.85,
          },
        );
      if (hasPlucks)
        playChords(song, bar, pluckRhythm, (bus, note) => playString(bus, nylonString, note), {
          bus: 'plucks',
          strum: 7,
          gain: 0.55,
          width: 0.4,
        });
      else
        playArpeggio(song, bar, 'upDown', 8, (bus, note) => playBell(bus, marimba, note), { bus: 'plucks', gain: 0.7 });
      if (isChorus || section === 'lift')
        playChords(
          song,
          bar,
          isChorus ? 'x_____x_____x___' : 'x_______________',
          (bus, note) => playTone(bus, chorusPad, note),
          { bus: 'pads', shift: isChorus ? 12 : 0 },
        );
      if (section === 'verse')
        playPhrase(song, bar, versePhrase, (bus, note) => playTone(bus, voice, note), { bus: 'voice', gain: 0.85 });
      if (isChorus) playPhrase(song, bar, chorusPhrase, (bus, note) => playTone(bus, voice, note), { bus: 'voice' });
      if (section === 'chorus two')
        playPhrase(song, bar, chorusPhrase, (bus, note) => playTone(bus, voice, { ...note, pan: 0.5 }), {
          bus: 'voice',
          shift: 12,
          gain: 0.35,
        });
      if (lastBar && (section === 'lift' || section === 'break')) playRise(song, bar, 2, 0.35);
      if (isChorus && indexInSection === 0) playDrum(song, bar, kit.crash, 'x...............', { gain: 0.3 });
    }
    return {
      channels: {
        kick: { gain: 1 },
        drums: { gain: 0.95, lowCut: 130, room: 0.15 },
        bass: { gain: 0.85, duck: 0.4 },
        plucks: { gain: 0.75, lowCut: 180, echo: 0.2, room: 0.25 },
        pads: { gain: 0.85, lowCut: 220, duck: 0.5, room: 0.3 },
        voice: { gain: 0.8, lowCut: 200, echo: 0.25, room: 0.3 },
        effects: { gain: 0.4, room: 0.4 },
      },
      echo: { beats: 0.5, feedback: 0.32, tone: 4200 },
      room: { seconds: 1.7, tone: 6000, preDelay: 0.02 },
      loudness: -14,
      drive: 0.35,
    };
  },
};
