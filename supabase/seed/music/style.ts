import type { Mix } from './mix.ts';
import type { Song, SongPlan } from './song.ts';

/** A genre: the plan of its songs and their arrangement. */
export interface Style extends SongPlan {
  /** Plays the whole song into its buses, and returns their mix. */
  arrange(song: Song): Mix;
}
