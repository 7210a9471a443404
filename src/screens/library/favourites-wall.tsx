import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useLive, useScope } from '../../engine/live.ts';
import { Box } from '../../design/styled.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { MadeCover } from '../../components/track/made-cover.tsx';
import { presentTracks } from './library-lists.ts';
import { FavouritesHead } from './favourites-head.tsx';

/** The favourites' covers, with Play and Shuffle. */
export function FavouritesWall(listening: Pick<Listening, 'onPlay' | 'nowPlaying'>) {
  const favourites = useLive(useScope().favourites);
  const tracks = useMemo(() => presentTracks(favourites), [favourites]);
  return (
    <>
      <Link to="/library/favourites" tabIndex={-1} aria-hidden>
        <MadeCover tracks={tracks} side={4} px={388} />
      </Link>
      <Box mt="16px">
        <FavouritesHead count={favourites.length} tracks={tracks} {...listening} />
      </Box>
    </>
  );
}
