/** Texts about a track, wherever it is shown. */
export const trackWords = {
  /** Placeholders for a missing title or artist. */
  untitled: 'Untitled',
  unknownArtist: 'Unknown Artist',
  private: 'Private',
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
} as const;
