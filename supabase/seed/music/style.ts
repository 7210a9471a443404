import type { Mix } from './mix.ts';
import type { Song, SongPlan } from './song.ts';

export interface Style extends SongPlan {
  arrange(song: Song): Mix;
}
