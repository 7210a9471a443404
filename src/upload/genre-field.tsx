import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { Field, Input } from '../design/field.tsx';
import { Icon } from '../design/icon.tsx';
import { Box } from '../design/styled.tsx';

interface GenreFieldProps {
  value: string;
  genres: readonly string[];
  aside?: ReactNode;
  error: string | null;
  onChange: (genre: string) => void;
}

export function GenreField({ value, genres, aside, error, onChange }: GenreFieldProps) {
  return (
    <Field label="Genre" aside={aside} error={error}>
      {({ id, describedBy, invalid }) => (
        <Box position="relative">
          <Input
            as="select"
            id={id}
            aria-required
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            pr="36px"
            appearance="none"
            textOverflow="ellipsis"
          >
            <option value="">Choose</option>
            {genres.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Input>
          <Box position="absolute" right="12px" top="15px" pointerEvents="none">
            <Icon of={ChevronDown} size={18} />
          </Box>
        </Box>
      )}
    </Field>
  );
}
