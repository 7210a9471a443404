import { TitleField } from './title-field.tsx';
import { TrackArtistField } from './track-artist.tsx';

export type TrackPart = 'title' | 'artist';

interface TrackFieldProps {
  part: TrackPart;
  title: string;
  /** Of the track alone. */
  artistName: string;
  releaseArtist: string;
  onTitle: (title: string) => void;
  onArtist: (artistName: string) => void;
  onEnd: () => void;
}

/** The field for one part of a track, in place of its row. */
export function TrackField({ part, title, artistName, releaseArtist, onTitle, onArtist, onEnd }: TrackFieldProps) {
  if (part === 'title')
    return (
      <TitleField
        title={title}
        onSave={(next) => {
          onTitle(next);
          onEnd();
        }}
        onCancel={onEnd}
      />
    );
  return (
    <TrackArtistField
      title={title}
      artistName={artistName}
      releaseArtist={releaseArtist}
      onSave={(next) => {
        onArtist(next);
        onEnd();
      }}
      onCancel={onEnd}
    />
  );
}
