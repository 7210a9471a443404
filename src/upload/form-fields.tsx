import { FileAudio } from 'lucide';
import { lengthOf } from '../platform/characters.ts';
import { Checkbox } from '../design/checkbox.tsx';
import { Field, Input, TextArea } from '../design/field.tsx';
import { Icon } from '../design/icon.tsx';
import { Box, Flex, styled } from '../design/styled.tsx';
import { ArtistField } from './artist-field.tsx';
import { GenreField } from './genre-field.tsx';
import { RadioSwitch } from './radio-switch.tsx';
import { uploadTexts } from './upload-texts.ts';
import { type FormErrors, TITLE_MAX, type UploadForm } from './upload-form.ts';

interface FormFieldsProps {
  form: UploadForm;
  /** Values taken from the MP3. Such a field shows its origin until it is edited. */
  fromFile: Partial<UploadForm>;
  errors: FormErrors;
  genres: string[];
  isReadOnly: boolean;
  onChange: (part: Partial<UploadForm>) => void;
}

export function FormFields({ form, fromFile, errors, genres, isReadOnly, onChange: set }: FormFieldsProps) {
  const origin = (field: 'title' | 'artistName' | 'genre') =>
    form[field] !== '' && fromFile[field] === form[field] && <FromFile />;
  return (
    <styled.fieldset
      disabled={isReadOnly}
      border="0"
      m="18px 0 0"
      p="0"
      minWidth="0"
      {...(isReadOnly ? { opacity: 0.66 } : {})}
    >
      <Flex direction="column" gap="14px">
        <Field
          label="Title"
          aside={
            <Flex gap="12px">
              {origin('title')}
              {`${lengthOf(form.title)}/${TITLE_MAX}`}
            </Flex>
          }
          error={errors.title ?? null}
        >
          {({ id, describedBy, invalid }) => (
            <Input
              id={id}
              name="title"
              aria-required
              aria-describedby={describedBy}
              aria-invalid={invalid}
              value={form.title}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
          )}
        </Field>
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'repeat(auto-fit, minmax(168px, 1fr))', lg: '1fr 1fr' }}
          gap={{ base: '10px', lg: '20px' }}
        >
          <ArtistField
            value={form.artistName}
            error={errors.artistName ?? null}
            aside={origin('artistName')}
            onChange={(artistName) => set({ artistName })}
          />
          <GenreField
            value={form.genre}
            genres={genres}
            aside={origin('genre')}
            error={errors.genre ?? null}
            onChange={(genre) => set({ genre })}
          />
        </Box>
        <Field label="Description" aside="Optional" error={errors.description ?? null}>
          {({ id, describedBy, invalid }) => (
            <TextArea
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              value={form.description}
              onChange={(event) => set({ description: event.currentTarget.value })}
              height="76px"
              py="12px"
              fontSize="16px"
              lineHeight="1.4"
              resize="vertical"
            />
          )}
        </Field>
      </Flex>
      <Box mt="8px">
        <Checkbox
          label="I own the rights to this recording"
          checked={form.rightsConfirmed}
          onChange={(rightsConfirmed) => set({ rightsConfirmed })}
        />
        <RadioSwitch isOn={form.radioOptIn} onChange={(radioOptIn) => set({ radioOptIn })} />
      </Box>
    </styled.fieldset>
  );
}

function FromFile() {
  return (
    <Flex as="span" align="center" gap="5px">
      <Icon of={FileAudio} size={13} />
      {uploadTexts.fromFile}
    </Flex>
  );
}
