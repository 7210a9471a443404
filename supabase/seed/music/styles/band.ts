import { makeKit, type Kit } from '../drums.ts';
import type { Mix } from '../mix.ts';
import { parseStrokes, playBass, playChord, playDrum, playPhrase, writePhrase } from '../parts.ts';
import type { Bar, Song } from '../song.ts';
import { bassString, playString, steelString } from '../strings-and-bells.ts';
import type { Style } from '../style.ts';

interface Band {
  readonly kick: readonly string[];
  readonly snare: string;
  readonly hats: string;
  readonly bass: readonly string[];
  readonly strum: readonly string[];
  /** True for distorted power chords, false for open chords. */
  readonly heavy: boolean;
  readonly drive: number;
  readonly lead: readonly string[];
}

const form = [
  ['intro', 4],
  ['verse', 6],
  ['chorus', 6],
  ['break', 2],
  ['chorus two', 6],
  ['outro', 2],
] as const;

export const indie: Style = {
  bpm: [112, 128],
  swing: 0.52,
  swingGrid: 16,
  scales: ['major', 'mixolydian', 'dorian'],
  progressions: [
    [0, 4, 5, 3],
    [0, 2, 3, 3],
    [3, 0, 4, 5],
    [0, 5, 3, 4],
  ],
  chordNotes: 4,
  barsPerChord: 1,
  form,
  arrange: (song) =>
    playBand(song, {
      kick: ['X.....x.X.......', 'X..x....X.x.....'],
      snare: '....X.......X...',
      hats: 'x.o.x.o.x.o.x.o.',
      bass: ['1.1.1.1.1.1.1.1n', '1..1..1.1..1..5.', '1...1.1.5...7.n.'],
      strum: ['x..xx.xx..xx..xo', 'x...x.xo..xox.x.', 'x.xox.xox.xox.xo'],
      heavy: false,
      drive: 0.08,
      lead: ['x_x_x___x_......', 'x..x..x_x_x_....', '..x_x_x_....x___'],
    }),
};

export const rock: Style = {
  bpm: [118, 138],
  swing: 0.5,
  swingGrid: 16,
  scales: ['minor', 'mixolydian', 'dorian'],
  progressions: [
    [0, 6, 3, 0],
    [0, 2, 6, 3],
    [0, 5, 6, 0],
    [0, 0, 3, 6],
  ],
  chordNotes: 3,
  barsPerChord: 1,
  form,
  arrange: (song) =>
    playBand(song, {
      kick: ['X.....x.x.x.....', 'X..x..x...X..x..'],
      snare: '....X.......X...',
      hats: 'x.x.x.x.x.x.x.x.',
      bass: ['1.1.1.1.1.1.1.5n', '11.1.11.1.5.7.5.'],
      strum: ['x__x__x_x__x__x_', 'x_xx__x_..x_x_x_', 'x___x_x_..xxx_x_'],
      heavy: true,
      drive: 0.75,
      lead: ['x_x_x_x_x___....', 'x___x_x_..x_x_x_'],
    }),
};

export const punk: Style = {
  bpm: [168, 190],
  swing: 0.5,
  swingGrid: 16,
  scales: ['major', 'mixolydian', 'minor'],
  progressions: [
    [0, 4, 5, 3],
    [0, 3, 4, 3],
    [5, 3, 0, 4],
    [0, 0, 3, 4],
  ],
  chordNotes: 3,
  barsPerChord: 1,
  form: [
    ['intro', 4],
    ['verse', 8],
    ['chorus', 8],
    ['break', 4],
    ['chorus two', 8],
    ['outro', 2],
  ],
  arrange: (song) =>
    playBand(song, {
      kick: ['X...x...X.x.x...', 'X.x...x.X.x...x.'],
      snare: '....X.......X...',
      hats: 'x...x...x...x...',
      bass: ['1.1.1.1.1.1.1.1.', '1.1.1.1.5.5.7.n.'],
      strum: ['x_x_x_x_x_x_x_x_', 'X_x_x_X_x_x_X_x_'],
      heavy: true,
      drive: 1,
      lead: ['x___x_x_x___x_..', 'x_x_x_x_x_______'],
    }),
};

function playBand(song: Song, band: Band): Mix {
  const { random } = song;
  const kit = makeKit('band' + song.bpm, {
    kickLow: 58,
    kickHigh: 150,
    kickDecay: 0.2,
    kickClick: 0.6,
    kickDrive: 0.3,
    snareTone: 196,
    snareDecay: 0.24,
    snareNoise: 0.55,
    hatTone: 7000,
    hatDecay: band.heavy ? 0.12 : 0.05,
  });
  const kick = random.pick(band.kick);
  const bass = random.pick(band.bass);
  const strum = random.pick(band.strum);
  const phrase = writePhrase(song, band.lead, 4, 13);
  for (const bar of song.bars) {
    const { section, indexInSection, sectionLength } = bar;
    const lastBar = indexInSection === sectionLength - 1;
    const isChorus = section.startsWith('chorus');
    const loud = isChorus || section === 'verse' || (section === 'intro' && indexInSection >= sectionLength / 2);
    const ending = section === 'outro' && lastBar;
    if (loud || (section === 'outro' && !ending)) playBeat(song, bar, kit, band, kick, lastBar, isChorus);
    if (section === 'break')
      playDrum(song, bar, kit.tom, lastBar ? 'x.x.x.x.xxxxxxxx' : 'x.....x.x.....x.', { gain: 0.5, pan: -0.1 });
    if (ending) playDrum(song, bar, kit.crash, 'X...............', { gain: 0.5 });
    if (section !== 'intro')
      playBass(
        song,
        bar,
        ending ? '1_______________' : bass,
        (bus, note) => playString(bus, { ...bassString, brightness: 0.55 }, note),
        { bus: 'bass', gate: 0.9 },
      );
    playGuitars(
      song,
      bar,
      band,
      ending ? 'x_______________' : section === 'break' ? 'x_______________' : strum,
      isChorus,
    );
    if (isChorus || (section === 'intro' && indexInSection >= 2)) {
      playPhrase(
        song,
        bar,
        phrase,
        (bus, note) => playString(bus, { ...steelString, sustain: 4, brightness: 0.85 }, note),
        { bus: 'solo', gain: 0.7 },
      );
    }
  }
  return {
    channels: {
      drums: { gain: 1, room: 0.2 },
      bass: { gain: band.heavy ? 0.75 : 0.7, highCut: 2600, drive: 0.12 },
      left: {
        gain: band.heavy ? 0.62 : 0.6,
        lowCut: 110,
        drive: band.drive,
        cabinet: band.heavy ? 4600 : 7500,
        room: 0.1,
        ...(band.heavy ? {} : { chorus: 3 }),
      },
      right: {
        gain: band.heavy ? 0.62 : 0.6,
        lowCut: 110,
        drive: band.drive,
        cabinet: band.heavy ? 4200 : 7000,
        room: 0.1,
        ...(band.heavy ? {} : { chorus: 2.4 }),
      },
      solo: { gain: 0.55, lowCut: 250, drive: band.heavy ? 0.6 : 0.15, cabinet: 5200, echo: 0.3, room: 0.25 },
    },
    echo: { beats: 0.75, feedback: 0.3, tone: 3200 },
    room: { seconds: 1.3, tone: 5000, preDelay: 0.012 },
    loudness: band.heavy ? -13.5 : -14,
    drive: 0.35,
  };
}

function playBeat(song: Song, bar: Bar, kit: Kit, band: Band, kick: string, lastBar: boolean, isChorus: boolean): void {
  playDrum(song, bar, kit.kick, kick, { gain: 0.9, jitter: 3 });
  playDrum(song, bar, kit.snare, lastBar ? '....X..x..x.XxXX' : band.snare, { gain: 0.75, jitter: 3 });
  playDrum(song, bar, isChorus && band.heavy ? kit.ride : kit.hat, band.hats, { gain: 0.28, pan: 0.3, jitter: 4 });
  if (isChorus && bar.indexInSection % 4 === 0)
    playDrum(song, bar, kit.crash, 'x...............', { gain: 0.4, pan: -0.3 });
  if (lastBar) playDrum(song, bar, kit.tom, '........x.x.....', { gain: 0.4, pan: -0.2 });
}

/** Two takes, panned hard left and right, as on records. */
function playGuitars(song: Song, bar: Bar, band: Band, pattern: string, isChorus: boolean): void {
  const { root, pitches } = bar.chord;
  const low = root < 33 ? root + 12 : root;
  const quiet = !isChorus && bar.section === 'verse';
  for (const [bus, pan] of [
    ['left', -0.85],
    ['right', 0.85],
  ] as const) {
    if (quiet && band.heavy && bus === 'right' && bar.indexInSection < 2) continue;
    for (const stroke of parseStrokes(pattern)) {
      const notes = band.heavy ? [low, low + 7, low + 12] : [low + 12, ...pitches];
      const muted = band.heavy && quiet && stroke.symbol === 'x' && stroke.position % 0.5 !== 0;
      playChord(
        song,
        bar,
        stroke,
        notes,
        (target, note) => playString(target, muted ? { ...steelString, muted } : steelString, { ...note, pan }),
        { bus, strum: band.heavy ? 3 : 11, gain: band.heavy ? 0.5 : 0.32, jitter: 7 },
      );
    }
  }
}
