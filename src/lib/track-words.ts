/** What stands in the place of a title or an artist that is missing, wherever a track is shown. */
export const trackWords = { untitled: 'Untitled', unknownArtist: 'Unknown Artist' } as const;
