import { type FormEvent, useId, useState } from 'react';
import { DESCRIPTION_MAX, LYRICS_MAX } from '../../../sync/model/rules.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/dialog.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { lengthOf } from '../../platform/characters.ts';
import { texts } from '../../platform/texts.ts';
import { textsWords } from './texts-words.ts';
import type { Texts } from './use-track-texts.ts';

/** Unsaved texts by track id. They are kept, because a press beside the dialog closes it; Cancel drops them. */
const drafts = new Map<string, Partial<Texts>>();

interface TextsDialogProps {
  trackId: string;
  /** The newest known texts. A field follows them until the person types in it. */
  written: Texts;
  /** Whether the server has refused the written texts. */
  isRefused: boolean;
  /** Called with the changed texts, trimmed; not called without a change. Resolves to false if they could not be stored. */
  onSave: (changed: Partial<Texts>) => Promise<boolean>;
  onClose: () => void;
}

export function TextsDialog({ trackId, written, isRefused, onSave, onClose }: TextsDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState<Partial<Texts>>(() => drafts.get(trackId) ?? {});
  const description = typed.description ?? written.description;
  const lyrics = typed.lyrics ?? written.lyrics;
  const errors = {
    description: lengthOf(description.trim()) > DESCRIPTION_MAX ? textsWords.descriptionTooLong : null,
    lyrics: lengthOf(lyrics.trim()) > LYRICS_MAX ? textsWords.lyricsTooLong : null,
  };
  const type = (field: keyof Texts) => (text: string) => {
    const next = { ...typed, [field]: text };
    setTyped(next);
    drafts.set(trackId, next);
  };
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (errors.description ?? errors.lyrics) return;
    const changed = {
      // After a refusal, both texts are sent again, because the server has neither.
      ...((isRefused || description.trim() !== written.description) && { description: description.trim() }),
      ...((isRefused || lyrics.trim() !== written.lyrics) && { lyrics: lyrics.trim() }),
    };
    if (Object.keys(changed).length > 0 && !(await onSave(changed))) return;
    drafts.delete(trackId);
    onClose();
  }
  const cancel = () => {
    drafts.delete(trackId);
    onClose();
  };
  return (
    <Dialog
      title={textsWords.edit}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" onClick={cancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} size="lg" flex="1.5">
            {textsWords.save}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
        <Flex direction="column" gap="16px">
          {isRefused && <Box role="status">{textsWords.stillRefused}</Box>}
          <LongField
            label={textsWords.description}
            value={description}
            max={DESCRIPTION_MAX}
            error={errors.description}
            height="120px"
            onType={type('description')}
          />
          <LongField
            label={textsWords.lyrics}
            value={lyrics}
            max={LYRICS_MAX}
            error={errors.lyrics}
            height="220px"
            onType={type('lyrics')}
          />
          <Box textStyle="meta">{textsWords.hint}</Box>
        </Flex>
      </form>
    </Dialog>
  );
}

interface LongFieldProps {
  label: string;
  value: string;
  max: number;
  error: string | null;
  height: string;
  onType: (text: string) => void;
}

function LongField({ label, value, max, error, height, onType }: LongFieldProps) {
  return (
    <Field label={label} aside={`${lengthOf(value).toLocaleString('en')}/${max.toLocaleString('en')}`} error={error}>
      {({ id, describedBy, invalid }) => (
        <TextArea
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          color="fg"
          height={height}
          py="12px"
          lineHeight="1.4"
          resize="vertical"
          value={value}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
