import { Lock } from 'lucide';
import { useEffect, useMemo } from 'react';
import type { PlaylistEntryView, PlaylistsApi } from '../../../../sync/client.ts';
import { shownPlaylist, type ShownPlaylistData } from '../../../../sync/model/playlist-reads.ts';
import { PersonLink } from '../../../components/person/person-link.tsx';
import type { Listening } from '../../../components/track/listening.ts';
import { Avatar } from '../../../design/art.tsx';
import { Button } from '../../../design/button.tsx';
import { EmptyState } from '../../../design/empty-state.tsx';
import { FailedState } from '../../../design/failed-state.tsx';
import { focusHeading } from '../../../design/focus-heading.ts';
import { LinkButton } from '../../../design/link-button.tsx';
import { NotLoadedYet } from '../../../design/not-loaded-yet.tsx';
import { PageNotice } from '../../../design/page-notice.tsx';
import { Page } from '../../../design/page.tsx';
import { Box, Flex } from '../../../design/styled.tsx';
import { WindowedList } from '../../../design/windowed-list.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { useIsOffline, useLive, useScope } from '../../../engine/live.ts';
import { useMediaAddress } from '../../../engine/use-media-address.ts';
import { useIsUnplayable } from '../../../engine/use-is-unplayable.ts';
import { useNow } from '../../../engine/use-now.ts';
import { useRemote } from '../../../engine/use-remote.ts';
import { texts } from '../../../platform/texts.ts';
import { useIsDesktop } from '../../../platform/viewport.ts';
import { useTitle } from '../../../platform/window-title.ts';
import { LibraryRow, ROW_PX } from '../library-row.tsx';
import { isCurrentEntry, listedTracks } from './listed-tracks.ts';
import { PlaylistHead } from './playlist-head.tsx';
import { PlaylistLayout } from './playlist-layout.tsx';
import { playlistsTexts } from './playlists-texts.ts';
import { ShownPlaylistActs } from './shown-playlist-acts.tsx';

interface ShownPlaylistProps extends Listening {
  playlistId: string;
  api: PlaylistsApi;
  /** Whether the playlist may be the person's own, because not all rows are on this device yet. */
  mayBeOwn: boolean;
}

/** A playlist of somebody else: the server's answer, or the last one that this device has. */
export function ShownPlaylist({ playlistId, api, mayBeOwn, ...listening }: ShownPlaylistProps) {
  const read = useRemote(useMemo(() => shownPlaylist(playlistId), [playlistId]));
  const { userId } = useScope();
  if (read.kind === 'here' && read.value && read.value.user_id !== userId)
    return <Content playlist={read.value} api={api} {...listening} />;
  if (read.kind === 'loading' || (mayBeOwn && read.kind === 'here'))
    return <NotLoadedYet title={playlistsTexts.notShown} />;
  if (read.kind === 'failed')
    return (
      <Page width="narrow" title={texts.pages.playlist}>
        {read.failure.kind === 'network' ? (
          <EmptyState {...playlistsTexts.offline}>
            <LinkButton to="/library">{texts.pages.library}</LinkButton>
          </EmptyState>
        ) : (
          <FailedState title={playlistsTexts.notShown} onRetry={read.retry} />
        )}
      </Page>
    );
  return <HiddenPlaylist playlistId={playlistId} api={api} />;
}

function HiddenPlaylist({ playlistId, api }: Pick<ShownPlaylistProps, 'playlistId' | 'api'>) {
  const isLiked = useLive(api.liked).has(playlistId);
  return (
    <PageNotice icon={Lock} text={playlistsTexts.hidden}>
      <LinkButton to="/library">{texts.pages.library}</LinkButton>
      {isLiked && (
        <Button
          variant="outline"
          onClick={() => {
            toastOnError(api.setLiked(playlistId, false));
            // The pressed button disappears.
            focusHeading();
          }}
        >
          {playlistsTexts.unlike}
        </Button>
      )}
    </PageNotice>
  );
}

type ContentProps = Listening & { playlist: ShownPlaylistData; api: PlaylistsApi };

const isChange = () => false;
const keyOf = ({ id }: PlaylistEntryView) => id;

function Content({ playlist, api, onPlay, onMore, onVote, nowPlaying }: ContentProps) {
  const { id, title, description, covers } = playlist;
  const scope = useScope();
  // Keep the same array while the tracks are the same: each answer has a new array.
  const idsKey = playlist.track_ids.join();
  const trackIds = useMemo(() => (idsKey === '' ? [] : idsKey.split(',')), [idsKey]);
  const entries = useLive(useMemo(() => api.entriesOf(trackIds), [api, trackIds]));
  const tracks = useMemo(() => listedTracks(id, entries), [id, entries]);
  useTitle(title);
  useEffect(() => void scope.visitTracks(trackIds).catch(() => undefined), [scope, trackIds]);
  const address = useMediaAddress();
  const made = covers.map((track) => ({ id: track.id, coverSrc: address('covers', track.cover_url) }));
  const kept = useLive(scope.kept.states);
  const isOffline = useIsOffline();
  const isUnplayable = useIsUnplayable();
  const isDesktop = useIsDesktop();
  const now = useNow(60_000);
  const columns = useMemo(() => (isDesktop ? { now, onVote } : null), [isDesktop, now, onVote]);
  const { play, more } = useMemo(() => {
    return {
      play(entryId: string) {
        const index = tracks.findIndex(({ from }) => from.entry === entryId);
        if (index >= 0) onPlay(tracks, index);
      },
      more(entryId: string, anchor: HTMLElement) {
        const track = entries.find((entry) => entry.id === entryId)?.track;
        if (track) onMore(track, anchor);
      },
    };
  }, [entries, tracks, onPlay, onMore]);
  return (
    <PlaylistLayout
      covers={made}
      head={
        <PlaylistHead
          list={id}
          title={title}
          visibility={playlist.visibility === 'public' ? 'public' : 'link'}
          owner={<Owner playlist={playlist} />}
          count={playlist.track_count}
          entries={entries}
          tracks={tracks}
          onPlay={onPlay}
          nowPlaying={nowPlaying}
        >
          <ShownPlaylistActs playlistId={id} title={title} trackIds={trackIds} tracks={tracks} api={api} />
        </PlaylistHead>
      }
      description={description}
      keep={null}
      rows={
        entries.length === 0 ? (
          <EmptyState title={playlistsTexts.nothingInIt} />
        ) : (
          <WindowedList label={playlistsTexts.tracks} items={entries} keyOf={keyOf} rowHeight={ROW_PX}>
            {(entry, { row }) => (
              <LibraryRow
                id={entry.id}
                entry={entry}
                isChange={isChange}
                removal={null}
                place={isDesktop ? row + 1 : null}
                hasTime
                columns={columns}
                isCurrent={isCurrentEntry(id, entry, nowPlaying)}
                isSounding={nowPlaying.isPlaying && isCurrentEntry(id, entry, nowPlaying)}
                isKept={kept.get(entry.trackId)?.kind === 'kept'}
                isUnplayable={isUnplayable(entry.trackId)}
                isOffline={isOffline}
                onPlay={play}
                onMore={more}
              />
            )}
          </WindowedList>
        )
      }
    />
  );
}

function Owner({ playlist }: { playlist: Pick<ShownPlaylistData, 'user_id' | 'owner_name' | 'owner_avatar'> }) {
  const address = useMediaAddress();
  const name = playlist.owner_name ?? playlistsTexts.somebody;
  if (playlist.owner_name === null) return <span>{name}</span>;
  return (
    <Flex align="center" gap="8px" minWidth="0">
      <Avatar name={name} src={address('avatars', playlist.owner_avatar)} size={24} />
      <Box color="fg" fontWeight="500" minWidth="0">
        <PersonLink userId={playlist.user_id} as="line">
          {name}
        </PersonLink>
      </Box>
    </Flex>
  );
}
