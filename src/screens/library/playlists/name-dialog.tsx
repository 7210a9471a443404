import { type FormEvent, useId, useState } from 'react';
import { DESCRIPTION_MAX, NAME_MAX, problemOfName } from '../../../components/track/playlist/playlist-name.ts';
import { playlistTexts } from '../../../components/track/playlist/playlist-texts.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Field, Input, TextArea } from '../../../design/field.tsx';
import { Box } from '../../../design/styled.tsx';
import { lengthOf } from '../../../platform/characters.ts';
import { texts } from '../../../platform/texts.ts';
import { playlistsTexts } from './playlists-texts.ts';

/** What a person writes about a playlist. `description` is null where none is asked for. */
interface Words {
  title: string;
  description: string | null;
}

/** Unsaved words by playlist id. They are kept, because a press beside the dialog closes it; Cancel drops them. */
const drafts = new Map<string, Partial<Record<keyof Words, string>>>();

interface NameDialogProps {
  /** Id of the playlist; null for a new one. */
  playlistId: string | null;
  heading: string;
  verb: string;
  words: Words;
  /** Called with the changed fields, trimmed; not called without a change. */
  onSave: (changed: { title?: string; description?: string }) => void;
  onClose: () => void;
}

/** Asks for the name of a new playlist, or for another name and description. */
export function NameDialog({ playlistId, heading, verb, words, onSave, onClose }: NameDialogProps) {
  const formId = useId();
  // Another device may change the playlist meanwhile: only what the person changed here is saved.
  const [opened] = useState(words);
  const draft = playlistId === null ? undefined : drafts.get(playlistId);
  const [title, setTitle] = useState(draft?.title ?? opened.title);
  const [description, setDescription] = useState(draft?.description ?? opened.description ?? '');
  const [error, setError] = useState<string | null>(null);
  const isTooLong = lengthOf(description.trim()) > DESCRIPTION_MAX;
  const keep = (typed: Partial<Record<keyof Words, string>>) => {
    if (playlistId !== null) drafts.set(playlistId, { ...drafts.get(playlistId), ...typed });
  };
  const close = () => {
    if (playlistId !== null) drafts.delete(playlistId);
    onClose();
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemOfName(title.trim());
    if (problem) return setError(problem.text);
    if (isTooLong) return;
    const changed = {
      ...(title.trim() !== opened.title && { title: title.trim() }),
      ...(opened.description !== null &&
        description.trim() !== opened.description && { description: description.trim() }),
    };
    close();
    if (Object.keys(changed).length > 0) onSave(changed);
  }
  return (
    <Dialog
      title={heading}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} size="lg" flex="1.5">
            {verb}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Field label={playlistTexts.name} aside={`${lengthOf(title)}/${NAME_MAX}`} error={error}>
          {({ id, describedBy, invalid }) => (
            <Input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              color="fg"
              value={title}
              autoComplete="off"
              onChange={(event) => {
                setTitle(event.currentTarget.value);
                keep({ title: event.currentTarget.value });
                setError(null);
              }}
            />
          )}
        </Field>
        {opened.description !== null && (
          <Box mt="16px">
            <Field
              label={playlistsTexts.description}
              aside={`${lengthOf(description)}/${DESCRIPTION_MAX}`}
              error={isTooLong ? playlistsTexts.descriptionTooLong : null}
            >
              {({ id, describedBy, invalid }) => (
                <TextArea
                  id={id}
                  aria-describedby={describedBy}
                  aria-invalid={invalid}
                  color="fg"
                  height="96px"
                  py="12px"
                  lineHeight="1.4"
                  resize="vertical"
                  value={description}
                  onChange={(event) => {
                    setDescription(event.currentTarget.value);
                    keep({ description: event.currentTarget.value });
                  }}
                />
              )}
            </Field>
          </Box>
        )}
      </form>
    </Dialog>
  );
}
