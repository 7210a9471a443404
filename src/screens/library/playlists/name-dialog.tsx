import { type FormEvent, useId, useState } from 'react';
import { NAME_MAX, problemOfName } from '../../../components/track/playlist/playlist-name.ts';
import { playlistTexts } from '../../../components/track/playlist/playlist-texts.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/dialog.tsx';
import { Field, Input } from '../../../design/field.tsx';
import { lengthOf } from '../../../platform/characters.ts';
import { texts } from '../../../platform/texts.ts';

interface NameDialogProps {
  title: string;
  verb: string;
  name?: string;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a new playlist, or for another name. */
export function NameDialog({ title, verb, name = '', onSave, onClose }: NameDialogProps) {
  const formId = useId();
  const [text, setText] = useState(name);
  const [error, setError] = useState<string | null>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const problem = problemOfName(text.trim());
    if (problem) return setError(problem.text);
    onClose();
    if (text.trim() !== name) onSave(text.trim());
  }
  return (
    <Dialog
      title={title}
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
        <Field label={playlistTexts.name} aside={`${lengthOf(text)}/${NAME_MAX}`} error={error}>
          {({ id, describedBy, invalid }) => (
            <Input
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              color="fg"
              value={text}
              autoComplete="off"
              onChange={(event) => {
                setText(event.currentTarget.value);
                setError(null);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
