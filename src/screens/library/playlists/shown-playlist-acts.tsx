import { useRouter } from '@tanstack/react-router';
import { Copy, Ellipsis, Heart, ListEnd } from 'lucide';
import type { PlaylistsApi, TrackView } from '../../../../sync/client.ts';
import { IconButton } from '../../../design/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Menu, type MenuItem } from '../../../design/menu.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { useLive, useScope } from '../../../engine/live.ts';
import { toast } from '../../../engine/toast.ts';
import { usePlayerApi } from '../../../playback/player/player-context.tsx';
import { LinkToPlaylist } from './link-to-playlist.tsx';
import { playlistsTexts } from './playlists-texts.ts';

interface ShownPlaylistActsProps {
  playlistId: string;
  title: string;
  trackIds: readonly string[];
  /** The playlist's tracks that can be shown. */
  tracks: readonly TrackView[];
  api: PlaylistsApi;
}

const edge = 'inset 0 0 0 1.5px {colors.border.emphasized}';

/** What a visitor does with a playlist: likes it, sends its link, copies it, queues its tracks. */
export function ShownPlaylistActs({ playlistId, title, trackIds, tracks, api }: ShownPlaylistActsProps) {
  const { userId } = useScope();
  const router = useRouter();
  const { add } = usePlayerApi();
  const isLiked = useLive(api.liked).has(playlistId);
  const copy = async () => {
    const copyId = await api.create(title);
    await api.add(copyId, trackIds);
    toast({ kind: 'success', title: playlistsTexts.copied(title) });
    await router.navigate({ to: '/playlist/$playlistId', params: { playlistId: copyId } });
  };
  const items: MenuItem[] = [
    ...(userId === null ? [] : [{ label: playlistsTexts.copy, icon: Copy, onSelect: () => toastOnError(copy()) }]),
    {
      label: playlistsTexts.queue,
      icon: ListEnd,
      isDisabled: tracks.length === 0,
      onSelect: () => add(tracks, 'end'),
    },
  ];
  return (
    <>
      {userId !== null && (
        <IconButton
          label={isLiked ? playlistsTexts.liked : playlistsTexts.like}
          aria-pressed={isLiked}
          boxShadow={edge}
          onClick={() => toastOnError(api.setLiked(playlistId, !isLiked))}
        >
          <Icon of={Heart} filled={isLiked} />
        </IconButton>
      )}
      <LinkToPlaylist playlistId={playlistId} title={title} />
      <Menu
        trigger={
          <IconButton label={playlistsTexts.more} boxShadow={edge}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
        items={items}
      />
    </>
  );
}
