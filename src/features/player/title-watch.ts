import type { PlayerPerson } from './player-person.ts';
import type { PlayerTrack } from './player-track.ts';

/** Follows what the current track is called: a queue holds titles of the time at which it was made. */
export interface TitleWatch {
  follow(track: PlayerTrack | null): void;
  close(): void;
}

/** @param rename told when the track that is followed is called otherwise than where it was followed from */
export function watchTitle(
  person: Pick<PlayerPerson, 'track'>,
  rename: (trackId: string, title: string) => void,
): TitleWatch {
  let followed: PlayerTrack | null = null;
  let stop: (() => void) | null = null;
  return {
    follow(track) {
      const isSame = track?.id === followed?.id;
      followed = track;
      if (isSame) return;
      stop?.();
      stop = null;
      if (!track) return;
      const { id } = track;
      const view = person.track(id);
      const look = () => {
        const title = view.get()?.title;
        if (title !== undefined && title !== followed?.title) rename(id, title);
      };
      stop = view.subscribe(look);
      look();
    },
    close: () => stop?.(),
  };
}
