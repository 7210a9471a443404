/** Storage keys that the boot scripts read too. The player's are stored per person (src/playback/player/saved-player.ts). */
export const TRACKS_KEY = 'player-tracks';
/** 'place' is the first version's name, kept because devices have data stored under it. */
export const POSITION_KEY = 'player-place';
/** 'off' if loudness normalization is off. Stored per device, not per person. */
export const LOUDNESS_NORMALIZATION_KEY = 'even-loudness';
