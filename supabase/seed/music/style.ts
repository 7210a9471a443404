import type { Mix } from './mix.ts';
import type { Song, SongPlan } from './song.ts';

export interface Style extends SongPlan {
  /** Plays the song into its buses. */
  arrange(song: Song): Mix;
}
