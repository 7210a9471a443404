import type { SubmitEvent } from 'react';
import type { PendingAction } from '../../../sync/client.ts';
import { fieldsOf } from '../../../sync/model/action-fields.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useLive } from '../../engine/live.ts';
import { lengthOf } from '../../platform/characters.ts';
import { Button } from '../../design/button.tsx';
import { focusHeading } from '../../design/focus-heading.ts';
import { Field, FieldError, Input, TextArea } from '../../design/field.tsx';
import { Box, styled } from '../../design/styled.tsx';
import type { ReleaseDesk } from './release-desk.ts';
import type { SentRelease } from './release-draft.ts';
import { releaseTexts } from './release-texts.ts';

function textIn({ payload }: PendingAction, name: string): string {
  const text = payload[name];
  return typeof text === 'string' ? text : '';
}

interface RefusedReleaseProps {
  desk: Pick<ReleaseDesk, 'state' | 'sendReleaseAgain' | 'typeRefused'>;
  sent: SentRelease;
  action: PendingAction;
}

/** The server's reason against the release, and its texts to change before it is sent again. Its tracks wait meanwhile. */
export function RefusedRelease({ desk, sent, action }: RefusedReleaseProps) {
  const fields = action.isEditable ? fieldsOf(action.kind) : [];
  const typed: Readonly<Record<string, string>> = {
    ...Object.fromEntries(fields.map(({ name }) => [name, textIn(action, name)])),
    ...useLive(desk.state).refusedTexts.get(sent.id),
  };

  function sendAgain(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The form disappears with the refusal.
    toastOnError(desk.sendReleaseAgain(sent, action).then(focusHeading));
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
              onChange: (event: { currentTarget: { value: string } }) =>
                desk.typeRefused(sent, { ...typed, [name]: event.currentTarget.value }),
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
