import type { Mix } from './mix.ts';
import type { Song, SongPlan } from './song.ts';

/** A genre: what its songs are built on, and what is played. */
export interface Style extends SongPlan {
  /** Plays the whole song into its buses and says how they are mixed. */
  arrange(song: Song): Mix;
}
