import { Check, Clock, Heart, Music, Plus } from 'lucide';
import { type ReactNode, useState } from 'react';
import type { PlaylistsApi, PlaylistView, TrackView } from '../../../../sync/client.ts';
import { Cover } from '../../../design/art.tsx';
import { classes } from '../../../design/classes.ts';
import { FailedState } from '../../../design/failed-state.tsx';
import { Icon } from '../../../design/icon.tsx';
import { InlineField } from '../../../design/inline-field.tsx';
import { List } from '../../../design/list-row.tsx';
import { Popover } from '../../../design/popover.tsx';
import { Sheet } from '../../../design/sheet.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { Box, Flex } from '../../../design/styled.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { useTrack } from '../../../engine/live.ts';
import { WaitingText } from '../../../engine/waiting-text.tsx';
import { minutesAndSeconds } from '../../../platform/format.ts';
import { useIsDesktop } from '../../../platform/viewport.ts';
import { trackWords } from '../../../platform/track-words.ts';
import { favouriteTexts } from '../favourite-texts.ts';
import { MadeCover } from '../made-cover.tsx';
import { useFavourite } from '../use-favourite.ts';
import { NAME_MAX, problemOfName } from './playlist-name.ts';
import { playlistTexts } from './playlist-texts.ts';
import { usePlaylists } from './use-playlists.ts';

const style = classes({
  row: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '14px',
    width: '100%',
    minHeight: '60px',
    textAlign: 'left',
    cursor: 'pointer',
    _focusWithin: { '& [data-box]': { outline: '2px solid', outlineColor: 'fg', outlineOffset: '3px' } },
  },
  edges: { borderBlock: '1px solid', borderColor: 'border' },
  picture: { flex: 'none', width: '44px', display: 'flex', justifyContent: 'center' },
  sign: { height: '44px', alignItems: 'center', bg: 'bg.muted', color: 'fg.subtle', borderRadius: 'art' },
  words: { flex: '1', minWidth: '0' },
  title: { textStyle: 'title', truncate: true },
  meta: {
    display: 'flex',
    alignItems: 'center',
    gap: '5px',
    textStyle: 'meta',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
  },
  input: { position: 'absolute', inset: '0', width: '100%', height: '100%', opacity: '0', cursor: 'pointer' },
  box: {
    flex: 'none',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    borderRadius: '6px',
    boxShadow: 'inset 0 0 0 1.5px {colors.border.emphasized}',
    _highContrast: { border: '1px solid' },
  },
  ticked: { bg: 'bg.inverted', color: 'fg.inverted', boxShadow: 'none' },
  waiting: {
    bg: 'transparent',
    color: 'fg',
    boxShadow: 'none',
    border: '1.5px dashed',
    borderColor: 'border.emphasized',
  },
});

interface AddTrackToPlaylistProps extends Pick<AddToPlaylistProps, 'anchor' | 'onClose'> {
  track: TrackView;
}

export function AddTrackToPlaylist({ track, anchor, onClose }: AddTrackToPlaylistProps) {
  const title = track.title || trackWords.untitled;
  const artist = track.artist_name || trackWords.unknownArtist;
  return (
    <AddToPlaylist
      title={title}
      meta={`${artist}, ${minutesAndSeconds(track.duration_ms / 1000)}`}
      picture={<Cover src={track.coverSrc} coverSeed={track.id} px={56} />}
      trackIds={[track.id]}
      anchor={anchor}
      onClose={onClose}
    >
      <FavouriteRow trackId={track.id} />
    </AddToPlaylist>
  );
}

interface AddToPlaylistProps {
  title: string;
  meta: string;
  picture?: ReactNode;
  trackIds: readonly string[];
  /** The control at which it opens from lg. */
  anchor: HTMLElement;
  onClose: () => void;
  /** Above the playlists. */
  children?: ReactNode;
}

/** Adds the tracks to playlists, and removes them. Each tick acts at once. */
export function AddToPlaylist({ title, meta, picture, trackIds, anchor, onClose, children }: AddToPlaylistProps) {
  const isDesktopNow = useIsDesktop();
  // Stays a sheet or a popover while it is open: a change would lose typed text and pending presses.
  const [isPopover] = useState(isDesktopNow);
  const [isNaming, setNaming] = useState(false);
  const playlists = usePlaylists();
  const leave = () => setNaming(false);
  const content = (
    <>
      <Flex gap="14px" align="center" mb="12px">
        {picture && (
          <Box width="56px" flex="none">
            {picture}
          </Box>
        )}
        <Box minWidth="0">
          <Box dir="auto" fontSize="17px" fontWeight="600" truncate>
            {title}
          </Box>
          <Box textStyle="meta" color="fg.muted" truncate fontVariantNumeric="tabular-nums">
            {meta}
          </Box>
        </Box>
      </Flex>
      {children}
      <Flex align="center" minHeight="44px" mt="4px" textStyle="small" color="fg.muted">
        {playlistTexts.yours}
      </Flex>
      {playlists.kind === 'failed' && <FailedState title={playlistTexts.notRead} onRetry={playlists.retry} />}
      {playlists.kind === 'loading' && <Skeleton height="60px" borderRadius="panel" />}
      {playlists.kind === 'loaded' && (
        <>
          <NewPlaylist
            isNaming={isNaming}
            onName={() => setNaming(true)}
            onLeave={leave}
            onMake={(name) => {
              leave();
              toastOnError(makeWith(playlists.api, name, trackIds));
            }}
          />
          <List aria-label={playlistTexts.yours}>
            {playlists.all.map((playlist) => (
              <li key={playlist.id}>
                <PlaylistRow playlist={playlist} api={playlists.api} trackIds={trackIds} />
              </li>
            ))}
          </List>
        </>
      )}
    </>
  );
  const label = playlistTexts.addTitle(title);
  const close = isNaming ? leave : onClose;
  if (isPopover)
    return (
      <Popover label={label} anchor={anchor} edge="end" width="360px" onClose={close}>
        {content}
      </Popover>
    );
  return (
    <Sheet title={label} onClose={close}>
      <Box p="14px 20px 20px">{content}</Box>
    </Sheet>
  );
}

async function makeWith(api: PlaylistsApi, name: string, trackIds: readonly string[]): Promise<void> {
  const id = await api.create(name);
  await api.add(id, trackIds);
}

function FavouriteRow({ trackId }: { trackId: string }) {
  const isFavourite = useTrack(trackId)?.myFavourite.isFavourite ?? false;
  const { toggle } = useFavourite();
  return (
    <button
      type="button"
      aria-pressed={isFavourite}
      className={style('row', 'edges')}
      onClick={() => toastOnError(toggle(trackId))}
    >
      <span className={style('picture')}>
        <Icon of={Heart} size={22} filled={isFavourite} />
      </span>
      <span className={style('words', 'title')}>{favouriteTexts.heart}</span>
      {isFavourite && <span className={style('meta')}>{playlistTexts.inFavourites}</span>}
    </button>
  );
}

interface NewPlaylistProps {
  isNaming: boolean;
  onName: () => void;
  onLeave: () => void;
  onMake: (name: string) => void;
}

function NewPlaylist({ isNaming, onName, onLeave, onMake }: NewPlaylistProps) {
  if (!isNaming)
    return (
      <button type="button" className={style('row')} onClick={onName}>
        <span className={style('picture', 'sign')}>
          <Icon of={Plus} />
        </span>
        <span className={style('words', 'title')}>{playlistTexts.new}</span>
      </button>
    );
  return (
    <div className={style('row')}>
      <span className={style('picture', 'sign')}>
        <Icon of={Music} />
      </span>
      <InlineField
        label={playlistTexts.name}
        value=""
        maxLength={NAME_MAX}
        saveLabel={playlistTexts.make}
        problemOf={problemOfName}
        onSave={onMake}
        onCancel={onLeave}
      />
    </div>
  );
}

interface PlaylistRowProps {
  playlist: PlaylistView;
  api: PlaylistsApi;
  trackIds: readonly string[];
}

function PlaylistRow({ playlist, api, trackIds }: PlaylistRowProps) {
  const wanted = new Set(trackIds);
  const present = playlist.entries.filter(({ trackId }) => wanted.has(trackId));
  const presentIds = new Set(present.map(({ trackId }) => trackId));
  const hasAll = presentIds.size === wanted.size;
  // The tick that is being stored. A second press meanwhile would add the tracks twice.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isTicked = pressed ?? hasAll;
  const isWaiting = pressed !== null || playlist.isPending || present.some(({ isPending }) => isPending);
  const change = () => {
    if (pressed !== null) return;
    setPressed(!hasAll);
    const missing = [...wanted].filter((id) => !presentIds.has(id));
    const work = hasAll
      ? api.remove(
          playlist.id,
          present.map(({ id }) => id),
        )
      : api.add(playlist.id, missing);
    toastOnError(work.finally(() => setPressed(null)));
  };
  const tracks = playlist.entries.flatMap(({ track, isAbsent }) => (track && !isAbsent ? [track] : []));
  return (
    <label className={style('row')}>
      <input
        type="checkbox"
        aria-label={playlist.title}
        className={style('input')}
        checked={isTicked}
        onChange={change}
        ref={(input) => {
          if (input) input.indeterminate = !isTicked && present.length > 0;
        }}
      />
      <span className={style('picture')}>
        <MadeCover tracks={tracks} side={2} px={44} />
      </span>
      <span className={style('words')}>
        <span dir="auto" className={style('title')} style={{ display: 'block' }}>
          {playlist.title}
        </span>
        <span className={style('meta')}>
          {isWaiting ? (
            <>
              <Icon of={Clock} size={13} />
              <WaitingText filter={({ payload }) => payload['playlist_id'] === playlist.id} length="short" />
            </>
          ) : (
            playlistTexts.count(playlist.entries.length)
          )}
        </span>
      </span>
      <span data-box className={style('box', isTicked && 'ticked', isTicked && isWaiting && 'waiting')}>
        {isTicked && <Icon of={Check} size={17} weight={2.5} />}
      </span>
    </label>
  );
}
