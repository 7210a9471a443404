import { type SubmitEvent, useState } from 'react';
import type { PendingAction } from '../../../sync/client.ts';
import { fieldsOf } from '../../../sync/model/action-fields.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useScope } from '../../engine/live.ts';
import { lengthOf } from '../../platform/characters.ts';
import { Button } from '../../design/button.tsx';
import { Field, FieldError, Input, TextArea } from '../../design/field.tsx';
import { Box, styled } from '../../design/styled.tsx';
import { releaseTexts } from './release-texts.ts';

function textIn({ payload }: PendingAction, name: string): string {
  const text = payload[name];
  return typeof text === 'string' ? text : '';
}

/** The server's reason against the release, and its texts to change before it is sent again. Its tracks wait meanwhile. */
export function RefusedRelease({ action }: { action: PendingAction }) {
  const scope = useScope();
  const fields = action.isEditable ? fieldsOf(action.kind) : [];
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, textIn(action, name)])),
  );

  function sendAgain(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const trimmed = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()]));
    const isChanged = fields.some(({ name }) => trimmed[name] !== action.payload[name]);
    toastOnError(isChanged ? scope.edit(action.id, trimmed) : scope.retry(action.id));
  }

  return (
    <styled.form mt="18px" display="flex" flexDirection="column" gap="14px" onSubmit={sendAgain}>
      <FieldError>
        {releaseTexts.refused}: {'error' in action.state ? action.state.error.message : ''}
      </FieldError>
      {fields.map(({ name, label, maxLength, isLong }) => (
        <Field key={name} label={label} aside={`${lengthOf(typed[name] ?? '')}/${maxLength}`}>
          {({ id }) => {
            const props = {
              id,
              value: typed[name] ?? '',
              onChange: (event: { currentTarget: { value: string } }) => {
                const { value } = event.currentTarget;
                setTyped((before) => ({ ...before, [name]: value }));
              },
            };
            return isLong ? <TextArea {...props} height="76px" py="12px" fontSize="16px" /> : <Input {...props} />;
          }}
        </Field>
      ))}
      <Box>
        <Button type="submit">{releaseTexts.sendAgain}</Button>
      </Box>
    </styled.form>
  );
}
