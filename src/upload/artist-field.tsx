import type { ReactNode } from 'react';
import { Field, Input } from '../design/field.tsx';
import { lengthOf } from '../platform/characters.ts';
import { ARTIST_MAX } from './upload-form.ts';

interface ArtistFieldProps {
  value: string;
  error: string | null;
  /** Shown until the name is nearly too long. */
  aside?: ReactNode;
  onChange: (artistName: string) => void;
}

export function ArtistField({ value, error, aside, onChange }: ArtistFieldProps) {
  const length = lengthOf(value);
  return (
    <Field label="Artist name" error={error} aside={length > ARTIST_MAX - 10 ? `${length}/${ARTIST_MAX}` : aside}>
      {({ id, describedBy, invalid }) => (
        <Input
          id={id}
          name="artist"
          aria-required
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
