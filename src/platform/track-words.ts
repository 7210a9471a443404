/** What is said of a track wherever it is shown. */
export const trackWords = {
  /** In the place of a title or an artist that is missing. */
  untitled: 'Untitled',
  unknownArtist: 'Unknown Artist',
  private: 'Private',
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
} as const;
