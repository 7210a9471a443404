/** A part of `npm run test:sound`. */
export interface SoundPart {
  /** Files that must exist, with the Debian packages that have them. */
  readonly needs: readonly (readonly [path: string, debianPackage: string])[];
  /** @returns a summary of the figures. @throws Error if a figure is out of bounds */
  run(folder: string): Promise<string>;
}
