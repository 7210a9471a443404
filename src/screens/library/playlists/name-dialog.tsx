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

interface NameDialogProps {
  heading: string;
  verb: string;
  words: Words;
  /** Called with the changed fields, trimmed; not called without a change. */
  onSave: (changed: { title?: string; description?: string }) => void;
  onClose: () => void;
}

/** Asks for the name of a new playlist, or for another name and description. */
export function NameDialog({ heading, verb, words, onSave, onClose }: NameDialogProps) {
  const formId = useId();
  const [title, setTitle] = useState(words.title);
  const [description, setDescription] = useState(words.description ?? '');
  const [error, setError] = useState<string | null>(null);
  const isTooLong = lengthOf(description.trim()) > DESCRIPTION_MAX;
  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemOfName(title.trim());
    if (problem) return setError(problem.text);
    if (isTooLong) return;
    const changed = {
      ...(title.trim() !== words.title && { title: title.trim() }),
      ...(words.description !== null &&
        description.trim() !== words.description && { description: description.trim() }),
    };
    onClose();
    if (Object.keys(changed).length > 0) onSave(changed);
  }
  return (
    <Dialog
      title={heading}
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="lg" flex="1" onClick={onClose}>
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
                setError(null);
              }}
            />
          )}
        </Field>
        {words.description !== null && (
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
                  onChange={(event) => setDescription(event.currentTarget.value)}
                />
              )}
            </Field>
          </Box>
        )}
      </form>
    </Dialog>
  );
}
