import type { ReactNode } from 'react';
import { releaseKind } from '../../../sync/model/release-kind.ts';
import { RELEASE_NOTES_MAX } from '../../../sync/model/rules.ts';
import { lengthOf } from '../../platform/characters.ts';
import { Checkbox } from '../../design/checkbox.tsx';
import { Field, Input, TextArea } from '../../design/field.tsx';
import { Segment } from '../../design/segment.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { ArtistField } from '../artist-field.tsx';
import { GenreField } from '../genre-field.tsx';
import { RadioSwitch } from '../radio-switch.tsx';
import { TITLE_MAX } from '../upload-form.ts';
import { DateChoice } from './date-choice.tsx';
import type { ReleaseDesk } from './release-desk.ts';
import type { ReleaseErrors, ReleaseFormValues } from './release-draft.ts';
import { releaseTexts } from './release-texts.ts';

interface ReleaseFieldsProps {
  desk: Pick<ReleaseDesk, 'change'>;
  form: ReleaseFormValues;
  /** Number of tracks in the release, which decides its kind unless one is chosen. */
  tracks: number;
  genres: readonly string[];
  errors: ReleaseErrors;
  cover: ReactNode;
}

export function ReleaseFields({ desk, form, tracks, genres, errors, cover }: ReleaseFieldsProps) {
  const set = desk.change;
  return (
    <Flex direction="column" gap={{ base: '14px', lg: '18px' }}>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '116px minmax(0, 1fr)', lg: '176px minmax(0, 1fr)' }}
        gap={{ base: '14px', lg: '20px' }}
      >
        <Box gridRow={{ lg: 'span 2' }}>{cover}</Box>
        <Field label={releaseTexts.title} aside={`${lengthOf(form.title)}/${TITLE_MAX}`} error={errors.title ?? null}>
          {({ id, describedBy, invalid }) => (
            <Input
              id={id}
              name="release-title"
              aria-required
              aria-describedby={describedBy}
              aria-invalid={invalid}
              value={form.title}
              onChange={(event) => set({ title: event.currentTarget.value })}
            />
          )}
        </Field>
        <Box gridColumn={{ base: '1 / -1', lg: '2' }}>
          <KindChoice form={form} tracks={tracks} onChange={(kind) => set({ kind })} />
        </Box>
      </Box>
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'repeat(auto-fit, minmax(168px, 1fr))', lg: '1fr 1fr' }}
        gap={{ base: '10px', lg: '20px' }}
      >
        <ArtistField
          value={form.artistName}
          error={errors.artistName ?? null}
          onChange={(artistName) => set({ artistName })}
        />
        <GenreField
          value={form.genre}
          genres={genres}
          error={errors.genre ?? null}
          onChange={(genre) => set({ genre })}
        />
      </Box>
      <Field
        label={releaseTexts.notes}
        aside={`Optional, ${lengthOf(form.notes)}/${RELEASE_NOTES_MAX}`}
        error={errors.notes ?? null}
      >
        {({ id, describedBy, invalid }) => (
          <TextArea
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={form.notes}
            onChange={(event) => set({ notes: event.currentTarget.value })}
            height="76px"
            py="12px"
            fontSize="16px"
            lineHeight="1.4"
            resize="vertical"
          />
        )}
      </Field>
      <DateChoice
        value={form.publishAt}
        error={errors.publishAt ?? null}
        onChange={(publishAt) => set({ publishAt })}
      />
      <div>
        <Checkbox
          label={releaseTexts.rights}
          checked={form.rightsConfirmed}
          onChange={(rightsConfirmed) => set({ rightsConfirmed })}
        />
        <RadioSwitch isOn={form.radioOptIn} onChange={(radioOptIn) => set({ radioOptIn })} />
      </div>
    </Flex>
  );
}

interface KindChoiceProps {
  form: ReleaseFormValues;
  tracks: number;
  onChange: (kind: ReleaseFormValues['kind']) => void;
}

function KindChoice({ form, tracks, onChange }: KindChoiceProps) {
  return (
    <>
      <Flex justify="space-between" align="baseline" gap="8px" mb="6px" fontSize="13px">
        <Box fontWeight="600">{releaseTexts.kind}</Box>
        {form.kind === null ? (
          <Box color="fg.subtle">{releaseTexts.kindByCount}</Box>
        ) : (
          <styled.button
            type="button"
            color="fg.muted"
            cursor="pointer"
            minHeight="24px"
            onClick={() => onChange(null)}
          >
            {releaseTexts.kindFollowCount}
          </styled.button>
        )}
      </Flex>
      <Segment
        label={releaseTexts.kind}
        value={releaseKind(form.kind, tracks)}
        choices={[
          { value: 'single', label: releaseTexts.kinds.single },
          { value: 'ep', label: releaseTexts.kinds.ep },
          { value: 'album', label: releaseTexts.kinds.album },
        ]}
        on="page"
        fills
        onChange={onChange}
      />
    </>
  );
}
