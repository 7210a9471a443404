/** Storage keys of the player state (src/playback/player/saved-player.ts). */
export const TRACKS_TEXT = 'player-tracks';
/** The first version's name, kept for stored data. */
export const POSITION_TEXT = 'player-place';
