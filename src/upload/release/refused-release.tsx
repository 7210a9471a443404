import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PendingAction } from '../../../sync/client.ts';
import { fieldsOf } from '../../../sync/model/action-fields.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useLive } from '../../engine/live.ts';
import { lengthOf } from '../../platform/characters.ts';
import { localOfIso } from '../../platform/local-date.ts';
import { Button } from '../../design/button.tsx';
import { focusHeading } from '../../design/focus-heading.ts';
import { Field, FieldError, Input, TextArea } from '../../design/field.tsx';
import { Box, styled } from '../../design/styled.tsx';
import { DateChoice } from './date-choice.tsx';
import type { ReleaseDesk } from './release-desk.ts';
import { publishAtError, type SentRelease } from './release-draft.ts';
import { releaseTexts } from './release-texts.ts';

function textIn({ payload }: PendingAction, name: string): string {
  const text = payload[name];
  return typeof text === 'string' ? text : '';
}

interface RefusedReleaseProps {
  desk: Pick<ReleaseDesk, 'state' | 'sendReleaseAgain' | 'changeRefused'>;
  sent: SentRelease;
  action: PendingAction;
}

/** The server's reason against the release, and its fields to change before it is sent again. Its tracks wait meanwhile. */
export function RefusedRelease({ desk, sent, action }: RefusedReleaseProps) {
  const fields = action.isEditable ? fieldsOf(action.kind) : [];
  const typed = useLive(desk.state).refusedFields.get(action.id) ?? {};
  const textOf = (name: string) => typed[name] ?? textIn(action, name);
  const error = 'error' in action.state ? action.state.error : null;
  const isDateRefused = action.isEditable && error?.code === 'publish_at_too_late';
  const publishAt = typed['publish_at'] === undefined ? localOfIso(textIn(action, 'publish_at')) : typed['publish_at'];
  const [dateError, setDateError] = useState<string | null>(null);

  function sendAgain(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const problem = isDateRefused ? publishAtError(publishAt) : null;
    // Rendered synchronously, so that the invalid field can take the focus.
    flushSync(() => setDateError(problem));
    if (problem !== null) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    // The form disappears with the refusal.
    toastOnError(desk.sendReleaseAgain(sent, action).then(focusHeading));
  }

  return (
    <styled.form noValidate mt="18px" display="flex" flexDirection="column" gap="14px" onSubmit={sendAgain}>
      <FieldError>
        {releaseTexts.refused}: {error?.message ?? ''}
      </FieldError>
      {isDateRefused && (
        <DateChoice
          value={publishAt}
          error={dateError}
          onChange={(next) => {
            setDateError(null);
            desk.changeRefused(action, { publish_at: next });
          }}
        />
      )}
      {fields.map(({ name, label, maxLength, isLong }) => (
        <Field key={name} label={label} aside={`${lengthOf(textOf(name))}/${maxLength}`}>
          {({ id }) => {
            const props = {
              id,
              value: textOf(name),
              onChange: (event: { currentTarget: { value: string } }) =>
                desk.changeRefused(action, { [name]: event.currentTarget.value }),
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
