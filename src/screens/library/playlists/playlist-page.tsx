import { useMemo } from 'react';
import type { PlaylistsApi, PlaylistView } from '../../../../sync/client.ts';
import type { Listening } from '../../../components/track/listening.ts';
import { playlistTexts } from '../../../components/track/playlist/playlist-texts.ts';
import { usePlaylists } from '../../../components/track/playlist/use-playlists.ts';
import { EmptyState } from '../../../design/empty-state.tsx';
import { FailedState } from '../../../design/failed-state.tsx';
import { LinkButton } from '../../../design/link-button.tsx';
import { NotLoadedYet } from '../../../design/not-loaded-yet.tsx';
import { Page } from '../../../design/page.tsx';
import { useLive, useScope } from '../../../engine/live.ts';
import { texts } from '../../../platform/texts.ts';
import { useTitle } from '../../../platform/window-title.ts';
import { usePlayerApi } from '../../../playback/player/player-context.tsx';
import { KeepList } from '../keep-list.tsx';
import { listedTracks } from './listed-tracks.ts';
import { LinkToPlaylist } from './link-to-playlist.tsx';
import { PlaylistActs } from './playlist-acts.tsx';
import { PlaylistHead } from './playlist-head.tsx';
import { PlaylistLayout } from './playlist-layout.tsx';
import { PlaylistRows } from './playlist-rows.tsx';
import { playlistsTexts } from './playlists-texts.ts';
import { ShownPlaylist } from './shown-playlist.tsx';

interface PlaylistPageProps extends Listening {
  playlistId: string;
}

/** The person's own playlist, or somebody else's that they are shown (S-60). */
export function PlaylistPage({ playlistId, ...listening }: PlaylistPageProps) {
  const { isFilled, userId } = useScope();
  const areRowsHere = useLive(isFilled);
  const playlists = usePlaylists();
  if (playlists.kind === 'failed')
    return (
      <Page width="narrow" title={texts.pages.playlist}>
        <FailedState title={playlistTexts.notRead} onRetry={playlists.retry} />
      </Page>
    );
  if (playlists.kind === 'loading') return <NotLoadedYet title={playlistTexts.notLoaded} />;
  const own = playlists.all.find(({ id }) => id === playlistId);
  if (own) return <Content playlist={own} api={playlists.api} {...listening} />;
  return (
    <ShownPlaylist
      playlistId={playlistId}
      api={playlists.api}
      mayBeOwn={userId !== null && !areRowsHere}
      {...listening}
    />
  );
}

type ContentProps = Listening & { playlist: PlaylistView; api: PlaylistsApi };

function Content({ playlist, api, ...listening }: ContentProps) {
  const { onPlay, nowPlaying } = listening;
  const { add } = usePlayerApi();
  const { id, title, description, visibility, entries } = playlist;
  const tracks = useMemo(() => listedTracks(id, entries), [id, entries]);
  useTitle(title);
  return (
    <PlaylistLayout
      covers={tracks}
      head={
        <PlaylistHead
          list={id}
          title={title}
          visibility={visibility}
          count={entries.length}
          entries={entries}
          tracks={tracks}
          onPlay={onPlay}
          nowPlaying={nowPlaying}
        >
          {visibility !== 'private' && <LinkToPlaylist playlistId={id} title={title} />}
          <PlaylistActs playlist={playlist} api={api} onQueue={tracks.length > 0 ? () => add(tracks, 'end') : null} />
        </PlaylistHead>
      }
      description={description}
      keep={tracks.length > 0 && <KeepList list={id} tracks={tracks} />}
      rows={
        entries.length === 0 ? (
          <EmptyState {...playlistsTexts.noTracks}>
            <LinkButton to="/explore">{texts.pages.explore}</LinkButton>
          </EmptyState>
        ) : (
          <PlaylistRows playlist={playlist} tracks={tracks} api={api} {...listening} />
        )
      }
    />
  );
}
