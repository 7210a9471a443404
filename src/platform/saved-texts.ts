/** Storage keys that the boot scripts read too. Those of the player state are a person's (src/playback/player/saved-player.ts). */
export const TRACKS_KEY = 'player-tracks';
/** 'place' is the first version's name, kept because devices have data stored under it. */
export const POSITION_KEY = 'player-place';
/** 'off' if this device does not even out loudness. It belongs to the device, not to a person. */
export const EVEN_LOUDNESS_KEY = 'even-loudness';
