/** Storage keys of the player state (src/playback/player/saved-player.ts). */
export const TRACKS_KEY = 'player-tracks';
/** 'place' is the first version's name, kept because devices have data stored under it. */
export const POSITION_KEY = 'player-place';
