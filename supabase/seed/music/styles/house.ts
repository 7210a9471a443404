import { makeKit } from '../drums.ts';
import { playArpeggio, playBass, playChords, playDrum, playKick, playPhrase, playRise, writePhrase } from '../parts.ts';
import { electricPiano, marimba, playBell } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const stab = patch({
  voices: 3,
  detune: 16,
  spread: 0.6,
  attack: 0.005,
  decay: 0.25,
  sustain: 0.35,
  release: 0.18,
  cutoff: 900,
  filterEnvelope: 2.4,
  filterDecay: 0.22,
  resonance: 0.25,
  gain: 0.28,
});
const organ = patch({
  wave: 'sine',
  voices: 1,
  sub: 0.7,
  attack: 0.003,
  decay: 0.14,
  sustain: 0.45,
  release: 0.08,
  drive: 0.5,
  gain: 0.32,
});
const bass = patch({
  wave: 'square',
  sub: 0.9,
  attack: 0.004,
  decay: 0.22,
  sustain: 0.5,
  release: 0.07,
  cutoff: 240,
  filterEnvelope: 1.8,
  filterDecay: 0.14,
  resonance: 0.2,
  gain: 0.55,
});
const strings = patch({
  voices: 5,
  detune: 18,
  spread: 0.9,
  attack: 0.7,
  decay: 1,
  sustain: 0.8,
  release: 0.9,
  cutoff: 2600,
  gain: 0.12,
});

export const house: Style = {
  bpm: [120, 126],
  swing: 0.55,
  swingGrid: 16,
  scales: ['minor', 'dorian', 'minor'],
  progressions: [
    [0, 3, 5, 4],
    [0, 5, 3, 6],
    [3, 4, 0, 0],
    [0, 2, 3, 5],
  ],
  chordNotes: 5,
  barsPerChord: 1,
  form: [
    ['intro', 4],
    ['groove', 6],
    ['break', 4],
    ['drop', 8],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('house' + song.bpm, { kickLow: 50, kickDecay: 0.3, kickClick: 0.3, hatDecay: 0.045 });
    const chordRhythm = random.pick(['x..x..x...x..x..', '..x__..x..x_..x.', 'x__.x..x..x_....', '...x..x.x..x..x.']);
    const bassLine = random.pick(['..1_..1_..1_..15', '1..1..1...8.7.5.', '..1...1_..8...1n', '1...1.81..1..57.']);
    const chordSound = random.pick(['stab', 'organ', 'piano']);
    const phrase = writePhrase(song, ['x..x..x...x.....', '..x.x...x..x.x..', 'x.....x.x.....x.'], 5, 14);
    const shakerRhythm = random.pick(['o.gxo.gxo.gxogxx', 'xgoxxgoxxgoxxgox', 'ggxgggxgggxgggxg']);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const isFull = section === 'groove' || section === 'drop';
      const lastBar = indexInSection === sectionLength - 1;
      if (section !== 'break')
        playKick(song, bar, kit.kick, isFull && lastBar ? 'X...X...X.......' : 'X...X...X...X...', { gain: 0.85 });
      if (isFull || section === 'outro') playDrum(song, bar, kit.clap, '....x.......x...', { gain: 0.5 });
      if (section !== 'break' || indexInSection > sectionLength / 2) {
        playDrum(song, bar, kit.shaker, shakerRhythm, { gain: 0.16, pan: 0.25, jitter: 3 });
        playDrum(song, bar, kit.openHat, '..x...x...x...x.', { gain: 0.24, pan: -0.1 });
      }
      if (section === 'drop' || (section === 'intro' && indexInSection >= sectionLength / 2)) {
        playDrum(song, bar, kit.conga, random.pick(['...x..o....x.o..', '.o....x..o.x....']), {
          gain: 0.26,
          pan: -0.45,
          jitter: 4,
        });
      }
      if (isFull) playBass(song, bar, bassLine, (bus, note) => playTone(bus, bass, note), { bus: 'bass', gate: 0.85 });
      if (section === 'outro' && !lastBar)
        playBass(song, bar, '1...1...1...1...', (bus, note) => playTone(bus, bass, note), { bus: 'bass', gate: 0.5 });
      if (section !== 'outro' || indexInSection === 0) {
        if (chordSound === 'stab')
          playChords(song, bar, chordRhythm, (bus, note) => playTone(bus, stab, note), { bus: 'chords', gate: 0.8 });
        if (chordSound === 'organ')
          playChords(song, bar, chordRhythm, (bus, note) => playTone(bus, organ, note), { bus: 'chords', gate: 0.7 });
        if (chordSound === 'piano')
          playChords(song, bar, chordRhythm, (bus, note) => playBell(bus, electricPiano, note), {
            bus: 'chords',
            gain: 0.7,
            width: 0.4,
          });
      }
      if (section === 'break' || section === 'drop')
        playChords(song, bar, 'x_______________', (bus, note) => playTone(bus, strings, note), {
          bus: 'strings',
          shift: 12,
        });
      if (section === 'drop')
        playPhrase(song, bar, phrase, (bus, note) => playBell(bus, marimba, note), { bus: 'lead', gain: 0.7 });
      if (section === 'break' && indexInSection >= sectionLength / 2)
        playArpeggio(song, bar, 'upDown', 16, (bus, note) => playBell(bus, marimba, note), { bus: 'lead', gain: 0.4 });
      if ((section === 'break' || section === 'intro') && lastBar) playRise(song, bar, 2, 0.3);
      if (section === 'drop' && indexInSection === 0)
        playDrum(song, bar, kit.crash, 'x...............', { gain: 0.25 });
    }
    return {
      channels: {
        kick: { gain: 0.9 },
        drums: { gain: 0.95, lowCut: 140, room: 0.1 },
        bass: { gain: 0.95, duck: 0.55 },
        chords: {
          gain: 1.25,
          lowCut: 160,
          duck: 0.5,
          echo: 0.3,
          room: 0.3,
          sweep: {
            kind: 'low',
            points: [
              { at: 0, frequency: 350 },
              { at: song.startOf('groove'), frequency: 7000 },
              { at: song.startOf('break'), frequency: 9000 },
              { at: song.startOf('drop') - song.barLength, frequency: 1200 },
              { at: song.startOf('drop'), frequency: 14000 },
            ],
          },
        },
        strings: { gain: 1.2, lowCut: 300, duck: 0.6, room: 0.5 },
        lead: { gain: 1.05, duck: 0.25, echo: 0.45, room: 0.3 },
        effects: { gain: 0.4, room: 0.4 },
      },
      echo: { beats: 0.75, feedback: 0.45, tone: 4000 },
      room: { seconds: 1.8, tone: 5200, preDelay: 0.015 },
      loudness: -14,
    };
  },
};
