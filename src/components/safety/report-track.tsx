import type { TrackView } from '../../../sync/client.ts';
import { useArtistName } from '../../engine/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { Cover } from '../../design/art.tsx';
import { ReportSheet } from './report-sheet.tsx';

export function ReportTrack({ track, onClose }: { track: TrackView; onClose: () => void }) {
  const artist = useArtistName(track.user_id, track.artist_name);
  return (
    <ReportSheet
      subject="track"
      subjectId={track.id}
      name={track.title || trackWords.untitled}
      picture={<Cover src={track.coverSrc} coverSeed={track.id} px={32} eager />}
      person={{ id: track.user_id, name: artist }}
      onClose={onClose}
      onBlocked={() => undefined}
    />
  );
}
