/** Keys of the saved player state among a person's device texts (src/playback/player/saved-player.ts). */
export const TRACKS_TEXT = 'player-tracks';
/** This key keeps its name from the first version. */
export const POSITION_TEXT = 'player-place';
