export const trackWords = {
  untitled: 'Untitled',
  unknownArtist: 'Unknown Artist',
  private: 'Private',
  play: (title: string) => `Play ${title}`,
  pause: (title: string) => `Pause ${title}`,
} as const;
