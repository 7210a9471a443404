import { makeKit } from '../drums.ts';
import { pitchOf } from '../harmony.ts';
import { playChord, playImpact } from '../parts.ts';
import { mixIn, SAMPLE_RATE } from '../sound.ts';
import { glassBell, playBell, playString, steelString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';
import { patch, playTone } from '../tone.ts';

const drone = patch({
  voices: 4,
  detune: 34,
  spread: 1,
  attack: 1.6,
  decay: 1,
  sustain: 0.9,
  release: 1.8,
  cutoff: 500,
  wobble: 3,
  wobbleRate: 0.31,
  resonance: 0.6,
  gain: 0.16,
});
const blip = patch({
  wave: 'square',
  attack: 0.001,
  decay: 0.05,
  sustain: 0,
  release: 0.02,
  cutoff: 6000,
  resonance: 0.6,
  gain: 0.2,
});
const metal = { ...glassBell, ratio: 1.43, index: 4.5, indexDecay: 0.5, decay: 0.9, release: 0.2 };

export const experimental: Style = {
  bpm: [92, 132],
  swing: 0.5,
  swingGrid: 16,
  scales: ['phrygian', 'lydian', 'dorian'],
  progressions: [
    [0, 1],
    [0, 4, 1, 6],
    [0, 3, 6, 2],
  ],
  chordNotes: 4,
  barsPerChord: 2,
  form: [
    ['signs', 4],
    ['machine', 8],
    ['still', 4],
    ['swarm', 8],
    ['rest', 2],
  ],
  arrange(song) {
    const { random } = song;
    const kit = makeKit('experimental' + song.bpm, {
      kickLow: 40,
      kickHigh: 320,
      kickDecay: 0.4,
      kickClick: 1,
      kickDrive: 1,
      snareTone: 310,
      snareDecay: 0.1,
      snareNoise: 0.4,
      hatTone: 10_500,
      hatDecay: 0.02,
    });
    const sounds = [kit.kick, kit.rim, kit.snare, kit.hat, kit.bell, kit.tom, kit.clap];
    // Loops of unequal length realign only after many bars.
    const loops = Array.from({ length: 5 }, (_, index) => ({
      sound: index === 0 ? kit.kick : random.pick(sounds),
      steps: random.pick([5, 7, 9, 11, 13, 6]),
      hits: random.int(1, 3),
      pan: index === 0 ? 0 : random.noise() * 0.8,
      gain: index === 0 ? 0.85 : random.between(0.25, 0.55),
    }));
    const toneRow = random.shuffle([0, 1, 2, 3, 4, 5, 6, 8, 9, 11]).slice(0, random.int(5, 8));
    const sixteenth = song.barLength / 16;
    for (const bar of song.bars) {
      const { section, indexInSection, sectionLength } = bar;
      const isDense = section === 'machine' || section === 'swarm';
      for (const [index, loop] of loops.entries()) {
        if (!isDense || (section === 'machine' && index > indexInSection)) continue;
        for (let i = 0; i < 16; i += 1) {
          const stepInLoop = (bar.index * 16 + i) % loop.steps;
          if (stepInLoop % Math.ceil(loop.steps / loop.hits) !== 0) continue;
          const at = bar.index * song.barLength + i * sixteenth;
          mixIn(song.bus('loops'), loop.sound, at, loop.gain, loop.pan);
          if (index === 0) song.kicks.push(at);
          if (section === 'swarm' && index > 0 && random.chance(0.14)) {
            for (let n = 1; n < 8; n += 1)
              mixIn(
                song.bus('loops'),
                loop.sound,
                at + sixteenth * (1 - 0.72 ** n) * 2.2,
                loop.gain * 0.7 * 0.86 ** n,
                -loop.pan,
              );
          }
        }
      }
      if (bar.index % 2 === 0)
        playChord(
          song,
          bar,
          { position: 0, length: 2, velocity: 0.9, symbol: 'x' },
          [bar.chord.root + 12, ...bar.chord.pitches.slice(0, 2)],
          (bus, note) => playTone(bus, drone, { ...note, wobbleRate: random.between(0.1, 0.8) }),
          { bus: 'drone' },
        );
      if (section !== 'rest') {
        for (let i = 0; i < 16; i += 1) {
          const degree = toneRow[(bar.index * 16 + i) % toneRow.length] ?? 0;
          if (random.chance(section === 'still' ? 0.12 : 0.3))
            playChord(
              song,
              bar,
              { position: i / 16, length: 1 / 12, velocity: random.between(0.4, 0.9), symbol: 'x' },
              [pitchOf(song.key, degree) + (i % 3 === 0 ? -12 : 0)],
              (bus, note) => playBell(bus, metal, note),
              { bus: 'metal', width: 0, jitter: 4 },
            );
          if (section === 'swarm' && random.chance(0.5))
            playTone(song.bus('blips'), blip, {
              at: song.time(bar.index, i / 16) + random.next() * sixteenth,
              length: SAMPLE_RATE * 0.03,
              pitch: pitchOf(song.key, degree + 14),
              velocity: random.next(),
              pan: random.noise(),
            });
        }
      }
      if (section === 'still')
        for (let i = 0; i < 3; i += 1) {
          const at = song.time(bar.index, random.next());
          playString(
            song.bus('strings'),
            { ...steelString, sustain: 5 },
            {
              at,
              length: SAMPLE_RATE * 2,
              pitch: pitchOf(song.key, random.pick(toneRow)) - 24,
              velocity: 0.8,
              pan: random.noise() * 0.6,
            },
          );
        }
      if (indexInSection === 0 || (isDense && indexInSection === sectionLength / 2)) playImpact(song, bar, 1);
    }
    return {
      channels: {
        loops: { gain: 0.95, crush: [9, 2], room: 0.14, echo: 0.1 },
        drone: { gain: 1.2, lowCut: 60, duck: 0.4, room: 0.4 },
        metal: { gain: 0.9, echo: 0.4, room: 0.5 },
        blips: { gain: 0.55, crush: [7, 3], echo: 0.35, room: 0.2 },
        strings: { gain: 1.2, echo: 0.5, room: 0.6 },
        effects: { gain: 0.6, room: 0.8 },
      },
      echo: { beats: 5 / 8, feedback: 0.62, tone: 5200 },
      room: { seconds: 4, tone: 5200, preDelay: 0.03 },
      loudness: -15,
      drive: 0.4,
    };
  },
};
