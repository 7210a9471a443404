import { Link } from '@tanstack/react-router';
import { Clock, Lock } from 'lucide';
import { memo, useMemo } from 'react';
import { type KeptProgress, type KeptState, keptProgress, type PlaylistView } from '../../../../sync/client.ts';
import { MadeCover } from '../../../components/track/made-cover.tsx';
import { ProgressBar } from '../../../design/progress-bar.tsx';
import { classes } from '../../../design/classes.ts';
import { Icon } from '../../../design/icon.tsx';
import { ProgressLine } from '../../../design/progress-line.tsx';
import { WaitingText } from '../../../engine/waiting-text.tsx';
import { bytes } from '../../../platform/format.ts';
import { KeptSign } from '../kept-sign.tsx';
import { distinct, presentTracks } from '../library-lists.ts';
import { libraryTexts } from '../library-texts.ts';
import { countAndLength } from './playlist-words.ts';
import { playlistsTexts } from './playlists-texts.ts';

const style = classes({
  card: { display: 'block', minWidth: '0', borderRadius: 'art' },
  cover: { borderRadius: 'art' },
  waiting: { outline: '1.5px dashed', outlineColor: 'border.emphasized', outlineOffset: '3px' },
  title: { textStyle: 'title', truncate: true, mt: '9px' },
  meta: { textStyle: 'meta', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', truncate: true },
  state: {
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '20px',
    mt: '2px',
    textStyle: 'small',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
  },
});

interface PlaylistCardProps {
  playlist: PlaylistView;
  /** Whether it is kept on this device. */
  isKept: boolean;
  kept: ReadonlyMap<string, KeptState>;
}

export const PlaylistCard = memo(function PlaylistCard({ playlist, isKept, kept }: PlaylistCardProps) {
  const { id, title, entries, visibility } = playlist;
  const tracks = useMemo(() => presentTracks(entries), [entries]);
  const isWaiting = playlist.isPending || entries.some(({ isPending }) => isPending);
  return (
    <Link to="/playlist/$playlistId" params={{ playlistId: id }} className={style('card')}>
      <div className={style('cover', isWaiting && 'waiting')}>
        <MadeCover tracks={tracks} side={2} px={200} />
      </div>
      <div dir="auto" className={style('title')}>
        {title}
      </div>
      <div className={style('meta')}>{countAndLength(entries.length, tracks)}</div>
      <div className={style('state')}>
        {isWaiting ? (
          <>
            <Icon of={Clock} size={14} />
            <WaitingText filter={({ payload }) => payload['playlist_id'] === id} length="short" />
          </>
        ) : isKept ? (
          <Kept id={id} {...keptProgress(kept, distinct(tracks))} />
        ) : (
          visibility === 'private' && (
            <>
              <Icon of={Lock} size={13} />
              {playlistsTexts.visibility.private}
            </>
          )
        )}
      </div>
    </Link>
  );
});

function Kept({ id, bytes: received, totalBytes, pending, failed }: { id: string } & KeptProgress) {
  if (pending === 0 && failed === 0)
    return (
      <>
        <KeptSign size={16} />
        {playlistsTexts.kept(bytes(received))}
      </>
    );
  const share = totalBytes === 0 ? 0 : received / totalBytes;
  const percent = Math.round(share * 100);
  return (
    <>
      <ProgressBar label={libraryTexts.keeping} value={percent} width="56px">
        <ProgressLine seed={id} share={share} width={56} height={12} half={1.2} isPlain />
      </ProgressBar>
      {percent}%
    </>
  );
}
