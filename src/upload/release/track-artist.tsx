import { styled } from '../../design/styled.tsx';
import { InlineField } from '../../design/inline-field.tsx';
import { lengthOf } from '../../platform/characters.ts';
import { ARTIST_MAX } from '../upload-form.ts';
import { releaseTexts } from './release-texts.ts';

interface TrackArtistProps {
  title: string;
  artistName: string;
  onEdit: () => void;
}

/** Shows a track's own artist. A press opens the field to change it. */
export function TrackArtist({ title, artistName, onEdit }: TrackArtistProps) {
  return (
    <styled.button
      type="button"
      aria-label={releaseTexts.changeArtist(artistName, title)}
      minHeight="24px"
      maxWidth="100%"
      verticalAlign="bottom"
      truncate
      cursor="pointer"
      textDecoration="underline"
      onClick={onEdit}
    >
      {artistName}
    </styled.button>
  );
}

interface TrackArtistFieldProps {
  title: string;
  artistName: string;
  /** The release's artist, which the track gets if the field is empty. */
  releaseArtist: string;
  onSave: (artistName: string) => void;
  onCancel: () => void;
}

export function TrackArtistField({ title, artistName, releaseArtist, onSave, onCancel }: TrackArtistFieldProps) {
  return (
    <InlineField
      label={releaseTexts.artistOf(title)}
      value={artistName}
      placeholder={releaseArtist}
      maxLength={ARTIST_MAX}
      saveLabel={releaseTexts.saveArtist}
      cancelLabel={releaseTexts.keepArtist}
      problemOf={(next) =>
        lengthOf(next) > ARTIST_MAX ? { title: releaseTexts.artistNotChanged, text: releaseTexts.artistTooLong } : null
      }
      onSave={onSave}
      onCancel={onCancel}
    />
  );
}
