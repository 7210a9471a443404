import { type FormEvent, useId, useState } from 'react';
import type { NewRelease, OwnReleaseView, ReleaseKind } from '../../../../sync/client.ts';
import { releaseKinds } from '../../../../sync/model/release-kind.ts';
import { latestPublication } from '../../../../sync/model/release-date.ts';
import { kindWords } from '../../../components/release/release-words.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Field, Input, TextArea } from '../../../design/field.tsx';
import { Select } from '../../../design/select.tsx';
import { Flex } from '../../../design/styled.tsx';
import { isBlank } from '../../../platform/blank.ts';
import { lengthOf } from '../../../platform/characters.ts';
import { texts } from '../../../platform/texts.ts';
import { isoOfLocal, localOfIso } from '../../../platform/local-date.ts';
import { ARTIST_MAX, ownerTexts, TITLE_MAX } from './owner-texts.ts';

type Changes = Partial<Omit<NewRelease, 'id' | 'places'>>;

interface EditDialogProps {
  release: OwnReleaseView;
  /** Called with the changed fields, trimmed; not called without a change. */
  onSave: (changes: Changes) => void;
  onClose: () => void;
}

const kindNames = releaseKinds.map((kind) => kindWords[kind]);
const dates = [ownerTexts.asSoonAsHere, ownerTexts.atDate] as const;

interface Form {
  title: string;
  artistName: string;
  notes: string;
  /** Null: derived from the number of tracks. */
  kind: ReleaseKind | null;
  /** In local time; null: as soon as all tracks have arrived. */
  date: string | null;
}

/** Unsaved changes by release id. They are kept, because a press beside the dialog closes it; Cancel drops them. */
const drafts = new Map<string, Partial<Form>>();

const formOf = ({ title, artistName, notes, kind, isKindChosen, publishAt }: OwnReleaseView): Form => ({
  title,
  artistName,
  notes,
  kind: isKindChosen ? kind : null,
  date: publishAt === null ? null : localOfIso(publishAt),
});

export function EditDialog({ release, onSave, onClose }: EditDialogProps) {
  const formId = useId();
  // Another device may change the release meanwhile: only what the person changed here is saved.
  const [opened] = useState(() => formOf(release));
  const [form, setForm] = useState<Form>(() => ({ ...opened, ...drafts.get(release.id) }));
  const { title, artistName, notes, kind, date } = form;
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    drafts.set(release.id, { ...drafts.get(release.id), ...part });
  };
  const close = () => {
    drafts.delete(release.id);
    onClose();
  };
  const [isChecked, setChecked] = useState(false);
  const canDate = release.publishedAt === null;
  const publishAt = date === null ? null : isoOfLocal(date);
  const errors = {
    title: problemOf(title, TITLE_MAX, ownerTexts.noTitle),
    artist: problemOf(artistName, ARTIST_MAX, ownerTexts.noArtist),
    notes: problemOf(notes, ownerTexts.notesMax, null),
    date: canDate && date !== null && date !== opened.date ? dateProblemOf(publishAt) : null,
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (Object.values(errors).some((error) => error !== null)) return;
    const changes: Changes = {
      ...(title.trim() !== opened.title && { title: title.trim() }),
      ...(artistName.trim() !== opened.artistName && { artistName: artistName.trim() }),
      ...(notes.trim() !== opened.notes && { notes: notes.trim() }),
      ...(kind !== opened.kind && { kind }),
      // The field has minutes only: an unchanged date must not lose its seconds.
      ...(canDate && date !== opened.date && { publishAt }),
    };
    close();
    if (Object.keys(changes).length > 0) onSave(changes);
  }
  const shownError = (error: string | null) => (isChecked ? error : null);
  return (
    <Dialog
      title={ownerTexts.edit}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} size="lg" flex="1.5">
            {ownerTexts.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Flex direction="column" gap="16px">
          <Words
            label={ownerTexts.title}
            value={title}
            error={shownError(errors.title)}
            onType={(text) => change({ title: text })}
          />
          <Words
            label={ownerTexts.artist}
            value={artistName}
            error={shownError(errors.artist)}
            onType={(text) => change({ artistName: text })}
          />
          <Field label={ownerTexts.kind}>
            {({ id }) => (
              <Select
                id={id}
                none={ownerTexts.byCount}
                value={kind && kindWords[kind]}
                options={kindNames}
                onChange={(name) => change({ kind: releaseKinds.find((each) => kindWords[each] === name) ?? null })}
              />
            )}
          </Field>
          {canDate && (
            <Field label={ownerTexts.date}>
              {({ id }) => (
                <Select
                  id={id}
                  value={dates[date === null ? 0 : 1]}
                  options={dates}
                  onChange={(name) => change({ date: name === ownerTexts.atDate ? (date ?? '') : null })}
                />
              )}
            </Field>
          )}
          {canDate && date !== null && (
            <Words
              label={ownerTexts.dateAndTime}
              type="datetime-local"
              value={date}
              error={shownError(errors.date)}
              onType={(text) => change({ date: text })}
            />
          )}
          <Field
            label={ownerTexts.notes}
            aside={`${lengthOf(notes)}/${ownerTexts.notesMax}`}
            error={shownError(errors.notes)}
          >
            {({ id, describedBy, invalid }) => (
              <TextArea
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                color="fg"
                height="120px"
                py="12px"
                lineHeight="1.4"
                resize="vertical"
                value={notes}
                onChange={(event) => change({ notes: event.currentTarget.value })}
              />
            )}
          </Field>
        </Flex>
      </form>
    </Dialog>
  );
}

function dateProblemOf(publishAt: string | null): string | null {
  if (publishAt === null) return ownerTexts.noDate;
  const at = Date.parse(publishAt);
  // The server would publish the release at once, which cannot be undone.
  if (at <= Date.now()) return ownerTexts.pastDate;
  return at > latestPublication(Date.now()) ? ownerTexts.lateDate : null;
}

function problemOf(text: string, max: number, missing: string | null): string | null {
  if (missing !== null && isBlank(text)) return missing;
  return lengthOf(text.trim()) > max ? ownerTexts.tooLong(max) : null;
}

interface WordsProps {
  label: string;
  type?: 'text' | 'datetime-local';
  value: string;
  error: string | null;
  onType: (text: string) => void;
}

function Words({ label, type = 'text', value, error, onType }: WordsProps) {
  return (
    <Field label={label} error={error}>
      {({ id, describedBy, invalid }) => (
        <Input
          id={id}
          type={type}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          color="fg"
          autoComplete="off"
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
