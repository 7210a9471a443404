/** Under which a person's texts on the device have what their player stood at (src/playback/player/saved-player.ts). */
export const TRACKS_TEXT = 'player-tracks';
/** The key is the first version's. */
export const POSITION_TEXT = 'player-place';
