import { Random } from '../../random.ts';
import { makeKit } from '../drums.ts';
import { playBass, playChords, playCrackle, playDrum, playKick, playPhrase, writePhrase } from '../parts.ts';
import { bassString, electricPiano, nylonString, playBell, playString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const flute = patch({
  wave: 'triangle',
  noise: 0.04,
  attack: 0.06,
  decay: 0.3,
  sustain: 0.75,
  release: 0.2,
  cutoff: 2400,
  vibrato: 0.18,
  vibratoRate: 4.6,
  gain: 0.3,
});
const keys = { ...electricPiano, index: 1, decay: 2.6, tremolo: 0.35, tremoloRate: 3.1 };

export const loFi: Style = {
  bpm: [72, 86],
  swing: 0.6,
  swingGrid: 16,
  scales: ['major', 'dorian', 'minor'],
  progressions: [
    [3, 2, 1, 0],
    [1, 4, 0, 5],
    [0, 5, 1, 4],
    [3, 4, 2, 5],
  ],
  chordNotes: 5,
  barsPerChord: 1,
  form: [
    ['intro', 2],
    ['verse', 5],
    ['bridge', 3],
    ['verse two', 5],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('lofi' + song.bpm, {
      kickLow: 52,
      kickHigh: 130,
      kickDecay: 0.2,
      kickClick: 0.15,
      kickDrive: 0.5,
      snareTone: 175,
      snareDecay: 0.15,
      snareNoise: 0.5,
      hatTone: 6500,
      hatDecay: 0.04,
      cutoff: 6500,
    });
    const kick = random.pick(['X......x..X.....', 'X.....x...X..x..', 'X..x....x.X.....']);
    const hats = random.pick(['x.o.x.o.x.o.x.og', 'x.x.x.xgx.x.x.x.', 'o.x.o.x.o.x.o.xg']);
    const comp = random.pick(['x_____..x___....', '..x____...x_....', 'x__.....x_.x____']);
    const bass = random.pick(['1_____..1_..5_..', '1___..1_..1_..n_', '1_______..5_7_..']);
    const phrase = writePhrase(song, ['..x_x_..x___....', 'x_..x_x_........', '....x_x_x_..x___'], 4, 12);
    const hasGuitar = random.chance(0.5);
    playCrackle(song, new Random('dust' + song.bpm), 0.5);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const hasBeat = section.startsWith('verse');
      if (hasBeat || (section === 'outro' && indexInSection === 0)) {
        playKick(song, bar, kit.kick, kick, { gain: 0.85, late: 6, jitter: 5 });
        playDrum(song, bar, kit.snare, indexInSection === sectionLength - 1 ? '....x.......x.gx' : '....x..g....x...', {
          gain: 0.55,
          late: 16,
          jitter: 5,
        });
        playDrum(song, bar, kit.hat, hats, { gain: 0.2, pan: 0.2, jitter: 8 });
      } else if (section === 'bridge')
        playDrum(song, bar, kit.rim, '....x.......x...', { gain: 0.3, late: 14, pan: -0.1 });
      playChords(
        song,
        bar,
        section === 'intro' || section === 'outro' ? 'x_______________' : comp,
        (bus, note) => playBell(bus, keys, note),
        { bus: 'keys', strum: 14, jitter: 10, width: 0.45, gain: 0.8 },
      );
      if (section !== 'intro')
        playBass(song, bar, bass, (bus, note) => playString(bus, { ...bassString, brightness: 0.18 }, note), {
          bus: 'bass',
          jitter: 6,
        });
      const hasLead = section === 'verse two' || section === 'bridge' || (section === 'verse' && indexInSection >= 2);
      if (hasLead && hasGuitar)
        playPhrase(
          song,
          bar,
          phrase,
          (bus, note) => playString(bus, nylonString, { ...note, length: note.length * 1.6 }),
          { bus: 'lead', gain: 0.7, jitter: 14 },
        );
      if (hasLead && !hasGuitar)
        playPhrase(song, bar, phrase, (bus, note) => playTone(bus, flute, note), { bus: 'lead', jitter: 14 });
    }
    return {
      channels: {
        kick: { gain: 0.95 },
        drums: { gain: 0.9, room: 0.12, drive: 0.06 },
        keys: { gain: 0.85, lowCut: 110, duck: 0.25, chorus: 3, room: 0.25 },
        bass: { gain: 0.8, highCut: 900, duck: 0.2 },
        lead: { gain: 0.6, echo: 0.3, room: 0.35 },
        dust: { gain: 0.55 },
      },
      echo: { beats: 0.75, feedback: 0.35, tone: 2200 },
      room: { seconds: 1.4, tone: 3200, preDelay: 0.01 },
      loudness: -15,
      drive: 0.35,
      tape: { flutterMs: 2.2, tone: 7500 },
    };
  },
};
