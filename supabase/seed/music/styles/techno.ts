import { makeKit } from '../drums.ts';
import { parseStrokes, playChords, playDrum, playImpact, playKick, playRise } from '../parts.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const acid = patch({
  wave: 'saw',
  attack: 0.003,
  decay: 0.25,
  sustain: 0.3,
  release: 0.05,
  cutoff: 260,
  resonance: 0.86,
  filterEnvelope: 3.2,
  filterDecay: 0.18,
  drive: 0.8,
  glide: 0.09,
  gain: 0.34,
});
const rumble = patch({
  wave: 'sine',
  noise: 0.18,
  attack: 0.02,
  decay: 0.2,
  sustain: 0.5,
  release: 0.1,
  cutoff: 160,
  drive: 0.4,
  gain: 0.5,
});
const stab = patch({
  voices: 4,
  detune: 12,
  spread: 0.4,
  attack: 0.002,
  decay: 0.16,
  sustain: 0.1,
  release: 0.25,
  cutoff: 700,
  resonance: 0.45,
  filterEnvelope: 2.2,
  filterDecay: 0.2,
  gain: 0.3,
});
const drone = patch({
  voices: 3,
  detune: 9,
  spread: 0.8,
  attack: 2,
  decay: 1,
  sustain: 0.9,
  release: 1.5,
  cutoff: 420,
  wobble: 1.6,
  wobbleRate: 0.12,
  gain: 0.16,
});

export const techno: Style = {
  bpm: [129, 137],
  swing: 0.5,
  swingGrid: 16,
  scales: ['phrygian', 'minor'],
  progressions: [
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 5, 5],
  ],
  chordNotes: 3,
  barsPerChord: 2,
  form: [
    ['intro', 4],
    ['build', 6],
    ['break', 4],
    ['drop', 10],
    ['outro', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('techno' + song.bpm, {
      kickLow: 46,
      kickHigh: 220,
      kickDecay: 0.34,
      kickClick: 0.7,
      kickDrive: 1,
      hatTone: 9500,
      hatDecay: 0.035,
      snareTone: 230,
    });
    const hasAcid = random.chance(0.65);
    const line = Array.from({ length: 16 }, (_, step) => ({
      on: step % 4 === 0 ? random.chance(0.75) : random.chance(0.68),
      pitch: 33 + (song.key.tonic % 7) + random.pick([0, 0, 0, 12, 3, 7, 1, 10, -2]),
      accent: random.chance(0.35),
      slide: random.chance(0.3),
    }));
    const stabRhythm = random.pick(['...x......x.....', '..x..x......x...', '......x...x..x..']);
    const percussion = random.pick(['.x..x..x.x..x..x', 'x..x..x..x..x..x', '..x.x...x.x..x..']);
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const lastBar = indexInSection === sectionLength - 1;
      const isDrop = section === 'drop';
      if (section !== 'break') {
        playKick(song, bar, kit.kick, isDrop && indexInSection % 4 === 3 ? 'X...X...X...X.x.' : 'X...X...X...X...', {
          gain: 0.95,
        });
        for (const { position } of parseStrokes('.xxx.xxx.xxx.xxx')) {
          playTone(song.bus('rumble'), rumble, {
            at: song.time(bar.index, position),
            length: song.barLength / 18,
            pitch: 28 + (song.key.tonic % 7),
            velocity: 0.7,
          });
        }
      }
      if (section !== 'intro' && section !== 'break')
        playDrum(song, bar, kit.openHat, '..x...x...x...x.', { gain: 0.3 });
      if (section !== 'break' || indexInSection >= sectionLength / 2)
        playDrum(song, bar, kit.hat, 'xgogxgogxgogxgog', { gain: 0.2, pan: 0.15 });
      if (isDrop) playDrum(song, bar, kit.clap, '....x.......x...', { gain: 0.42 });
      if (isDrop || (section === 'build' && indexInSection > 1))
        playDrum(song, bar, kit.rim, percussion, { bus: 'ticks', gain: 0.3, pan: -0.4 });
      if (isDrop && indexInSection >= sectionLength / 2)
        playDrum(song, bar, kit.ride, 'o.o.o.o.o.o.o.o.', { gain: 0.16, pan: -0.2 });
      if (section === 'break' && indexInSection >= sectionLength / 2) {
        playDrum(song, bar, kit.snare, lastBar ? 'xxxxxxxxXXXXXXXX' : 'x...x...x.x.x.x.', {
          gain: 0.18 + (0.2 * indexInSection) / sectionLength,
        });
      }
      if (hasAcid && section !== 'intro' && section !== 'outro') {
        for (const [index, step] of line.entries()) {
          if (!step.on) continue;
          const previous = line[(index + 15) % 16];
          playTone(song.bus('acid'), acid, {
            at: song.time(bar.index, index / 16),
            length: (song.barLength / 16) * (step.slide ? 1.05 : 0.6),
            pitch: step.pitch,
            from: previous?.slide === true && previous.on ? previous.pitch : undefined,
            velocity: step.accent ? 1 : 0.62,
          });
        }
      }
      if (!hasAcid || section === 'build' || section === 'break') {
        playChords(song, bar, stabRhythm, (bus, note) => playTone(bus, stab, note), {
          bus: 'stabs',
          shift: -12,
          gate: 0.7,
        });
      }
      if (bar.index % 4 === 0)
        playChords(
          song,
          bar,
          'x_______________',
          (bus, note) =>
            playTone(bus, drone, { ...note, length: song.barLength * Math.min(4, song.bars.length - bar.index) }),
          { bus: 'drone', shift: -12 },
        );
      if ((section === 'break' || section === 'build') && lastBar)
        playRise(song, bar, section === 'break' ? 3 : 1, 0.45);
      if ((isDrop || section === 'break') && indexInSection === 0) playImpact(song, bar, 0.8);
    }
    const dropStart = song.startOf('drop');
    return {
      channels: {
        kick: { gain: 0.9, drive: 0.12 },
        rumble: { gain: 0.55, duck: 0.85, highCut: 170 },
        drums: { gain: 1.1, lowCut: 300, room: 0.12 },
        ticks: { gain: 0.95, lowCut: 300, echo: 0.35, room: 0.3 },
        acid: {
          gain: 0.95,
          lowCut: 60,
          duck: 0.3,
          echo: 0.22,
          sweep: {
            kind: 'low',
            points: [
              { at: song.startOf('build'), frequency: 500 },
              { at: song.startOf('break'), frequency: 2600 },
              { at: dropStart - song.barLength, frequency: 900 },
              { at: dropStart, frequency: 3200 },
              { at: song.length, frequency: 12000 },
            ],
          },
        },
        stabs: { gain: 1.4, lowCut: 180, duck: 0.4, echo: 0.6, room: 0.45 },
        drone: { gain: 1.4, duck: 0.6, room: 0.4 },
        effects: { gain: 0.6, room: 0.5 },
      },
      echo: { beats: 0.75, feedback: 0.58, tone: 3000 },
      room: { seconds: 2.6, tone: 3800, preDelay: 0.02 },
      loudness: -14,
      drive: 0.5,
      duckBeats: 0.7,
    };
  },
};
