/** Semitones above the key note. */
export const scales = {
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  major: [0, 2, 4, 5, 7, 9, 11],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
} as const;

export type ScaleName = keyof typeof scales;

export interface Key {
  /** 0 is C. */
  readonly tonic: number;
  readonly scale: ScaleName;
}

export interface Chord {
  /** 0 for the tonic. */
  readonly degree: number;
  /** MIDI pitch for a bass, E1 to D#2. */
  readonly root: number;
  /** MIDI pitches around middle C, low to high. */
  readonly pitches: readonly number[];
}

/** The MIDI pitch of a scale degree. Degree 0 is the tonic in the octave from C4; degrees continue over octaves, up and down. */
export function pitchOf(key: Key, degree: number): number {
  const steps = scales[key.scale];
  const octave = Math.floor(degree / 7);
  return 60 + key.tonic + octave * 12 + (steps[degree - octave * 7] ?? 0);
}

/** The degrees of the pentatonic scale, which seldom clashes with a chord. */
export function safeDegrees(key: Key): readonly number[] {
  const isMinor = scales[key.scale][2] === 3;
  return isMinor ? [0, 2, 3, 4, 6] : [0, 1, 2, 4, 5];
}

/** `notes`: 3, 4 with the seventh, 5 with the ninth. Each inversion is close to the preceding chord. */
export function chordsOf(key: Key, progression: readonly number[], notes: 3 | 4 | 5): Chord[] {
  let centre = 63;
  return progression.map((degree) => {
    // A ninth chord leaves the root to the bass, and so sounds less crowded.
    const pitchClasses = [0, 2, 4, 6, 8]
      .slice(notes === 5 ? 1 : 0, notes)
      .map((interval) => pitchOf(key, degree + interval) % 12);
    let best: number[] = [];
    let distance = Infinity;
    for (let inversion = 0; inversion < pitchClasses.length; inversion += 1) {
      const inverted = [...pitchClasses.slice(inversion), ...pitchClasses.slice(0, inversion)];
      for (const start of [48, 60]) {
        let pitch = start - 1;
        const pitches = inverted.map((pitchClass) => {
          pitch += 1;
          while (pitch % 12 !== pitchClass) pitch += 1;
          return pitch;
        });
        const mean = pitches.reduce((sum, value) => sum + value, 0) / pitches.length;
        if (Math.abs(mean - centre) + Math.abs(mean - 63) * 0.3 < distance) {
          distance = Math.abs(mean - centre) + Math.abs(mean - 63) * 0.3;
          best = pitches;
        }
      }
    }
    centre = best.reduce((sum, value) => sum + value, 0) / best.length;
    return { degree, root: 28 + ((((pitchOf(key, degree) - 28) % 12) + 12) % 12), pitches: best };
  });
}
