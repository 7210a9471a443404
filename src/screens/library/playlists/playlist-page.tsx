import { ListX } from 'lucide';
import { useMemo } from 'react';
import type { PlaylistsApi, PlaylistView, TrackView } from '../../../../sync/client.ts';
import { MadeCover } from '../../../components/track/made-cover.tsx';
import type { Listening } from '../../../components/track/listening.ts';
import { playlistTexts } from '../../../components/track/playlist/playlist-texts.ts';
import { usePlaylists } from '../../../components/track/playlist/use-playlists.ts';
import { EmptyState } from '../../../design/empty-state.tsx';
import { FailedState } from '../../../design/failed-state.tsx';
import { LinkButton } from '../../../design/link-button.tsx';
import { NotLoadedYet } from '../../../design/not-loaded-yet.tsx';
import { PageNotice } from '../../../design/page-notice.tsx';
import { Page } from '../../../design/page.tsx';
import { Box } from '../../../design/styled.tsx';
import { useLive, useScope } from '../../../engine/live.ts';
import { texts } from '../../../platform/texts.ts';
import { useIsDesktop } from '../../../platform/viewport.ts';
import { useTitle } from '../../../platform/window-title.ts';
import { usePlayerApi } from '../../../playback/player/player-context.tsx';
import { SignInLink } from '../../../shell/top-bar.tsx';
import { KeepList } from '../keep-list.tsx';
import { presentTracks } from '../library-lists.ts';
import { PlaylistActs } from './playlist-acts.tsx';
import { PlaylistHead } from './playlist-head.tsx';
import { PlaylistRows } from './playlist-rows.tsx';
import { playlistsTexts } from './playlists-texts.ts';

interface PlaylistPageProps extends Listening {
  playlistId: string;
}

/** One of the person's own playlists (S-60). */
export function PlaylistPage(props: PlaylistPageProps) {
  const { userId } = useScope();
  if (userId !== null) return <OwnPlaylist {...props} />;
  return (
    <Page width="narrow" title={texts.pages.playlist}>
      <EmptyState {...playlistsTexts.none}>
        <SignInLink />
      </EmptyState>
    </Page>
  );
}

function OwnPlaylist({ playlistId, ...listening }: PlaylistPageProps) {
  const playlists = usePlaylists();
  const isFilled = useLive(useScope().isFilled);
  if (playlists.kind === 'failed')
    return (
      <Page width="narrow" title={texts.pages.playlist}>
        <FailedState title={playlistTexts.notRead} onRetry={playlists.retry} />
      </Page>
    );
  const playlist = playlists.kind === 'loaded' && playlists.all.find(({ id }) => id === playlistId);
  if (playlist) return <Content playlist={playlist} api={playlists.api} {...listening} />;
  if (playlists.kind === 'loading' || !isFilled) return <NotLoadedYet title={playlistTexts.notLoaded} />;
  return (
    <PageNotice icon={ListX} text={playlistsTexts.missing}>
      <LinkButton to="/library">{texts.pages.library}</LinkButton>
    </PageNotice>
  );
}

type ContentProps = Listening & { playlist: PlaylistView; api: PlaylistsApi };

function Content({ playlist, api, ...listening }: ContentProps) {
  const { onPlay, nowPlaying } = listening;
  const isDesktop = useIsDesktop();
  const { add } = usePlayerApi();
  const { id, title, description, entries } = playlist;
  const tracks = useMemo((): readonly TrackView[] => presentTracks(entries), [entries]);
  useTitle(title);
  const cover = <MadeCover tracks={tracks} side={2} px={isDesktop ? 340 : 128} />;
  const keep = tracks.length > 0 && <KeepList list={id} tracks={tracks} />;
  const words = description && (
    <Box dir="auto" color="fg.muted" whiteSpace="pre-line" overflowWrap="anywhere">
      {description}
    </Box>
  );
  const head = (
    <PlaylistHead playlist={playlist} tracks={tracks} onPlay={onPlay} nowPlaying={nowPlaying}>
      <PlaylistActs playlist={playlist} api={api} onQueue={tracks.length > 0 ? () => add(tracks, 'end') : null} />
    </PlaylistHead>
  );
  const rows =
    entries.length === 0 ? (
      <EmptyState {...playlistsTexts.noTracks}>
        <LinkButton to="/explore">{texts.pages.explore}</LinkButton>
      </EmptyState>
    ) : (
      <PlaylistRows playlist={playlist} api={api} {...listening} />
    );
  return isDesktop ? (
    <Page width="wide">
      <Box display="grid" gridTemplateColumns="340px minmax(0, 1fr)" columnGap="56px">
        <Box minWidth="0">
          {cover}
          <Box mt="16px">{keep}</Box>
          {words && (
            <Box mt="16px" pt="16px" borderTop="1px solid" borderColor="border">
              {words}
            </Box>
          )}
        </Box>
        <Box minWidth="0">
          {head}
          <Box mt="12px" pt="8px" borderTop="1px solid" borderColor="border">
            {rows}
          </Box>
        </Box>
      </Box>
    </Page>
  ) : (
    <Page width="narrow">
      <Box display="grid" gridTemplateColumns="min(128px, 36%) minmax(0, 1fr)" columnGap="16px">
        {cover}
        {head}
      </Box>
      <Box mt="12px" pb="8px" mb="8px" borderBottom="1px solid" borderColor="border">
        {words}
        {keep}
      </Box>
      {rows}
    </Page>
  );
}
