import { Link } from '@tanstack/react-router';
import type { PlaylistCardData } from '../../../../sync/model/playlist-reads.ts';
import { classes } from '../../../design/classes.ts';
import { useMediaAddress } from '../../../engine/use-media-address.ts';
import { MadeCover } from '../made-cover.tsx';
import { playlistTexts } from './playlist-texts.ts';

const style = classes({
  card: { display: 'block', minWidth: '0', borderRadius: 'art' },
  title: { textStyle: 'title', truncate: true, mt: '9px' },
  meta: { textStyle: 'meta', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', truncate: true },
});

interface ShownPlaylistCardProps {
  playlist: PlaylistCardData;
  hasOwner?: boolean;
}

/** A playlist of somebody else, in a list. */
export function ShownPlaylistCard({ playlist, hasOwner = false }: ShownPlaylistCardProps) {
  const address = useMediaAddress();
  const { id, title, covers, track_count: count, owner_name: owner } = playlist;
  const tracks = covers.map((track) => ({ id: track.id, coverSrc: address('covers', track.cover_url) }));
  return (
    <Link to="/playlist/$playlistId" params={{ playlistId: id }} className={style('card')}>
      <MadeCover tracks={tracks} side={2} px={200} />
      <div dir="auto" className={style('title')}>
        {title}
      </div>
      {hasOwner && owner !== null && (
        <div dir="auto" className={style('meta')}>
          {owner}
        </div>
      )}
      <div className={style('meta')}>{playlistTexts.count(count)}</div>
    </Link>
  );
}
