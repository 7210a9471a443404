import { useId } from 'react';
import { Field, Input } from '../../design/field.tsx';
import { Segment } from '../../design/segment.tsx';
import { Box } from '../../design/styled.tsx';
import { releaseTexts } from './release-texts.ts';

interface DateChoiceProps {
  /** Local time; '' until one is typed; null if the release is out once all its tracks have arrived. */
  value: string | null;
  error: string | null;
  onChange: (publishAt: string | null) => void;
}

export function DateChoice({ value, error, onChange }: DateChoiceProps) {
  const id = useId();
  return (
    <Box>
      <Box id={id} mb="6px" fontSize="13px" fontWeight="600">
        {releaseTexts.date}
      </Box>
      <Segment
        label={releaseTexts.date}
        value={value === null ? 'soon' : 'later'}
        choices={[
          { value: 'soon', label: releaseTexts.soon },
          { value: 'later', label: releaseTexts.later },
        ]}
        on="page"
        fills
        onChange={(choice) => onChange(choice === 'soon' ? null : '')}
      />
      {value !== null && (
        <Box mt="10px">
          <Field label={releaseTexts.dateField} error={error}>
            {({ id: fieldId, describedBy, invalid }) => (
              <Input
                id={fieldId}
                type="datetime-local"
                aria-required
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={value}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            )}
          </Field>
        </Box>
      )}
    </Box>
  );
}
