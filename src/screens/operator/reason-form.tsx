import { type SubmitEvent, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { texts } from '../../platform/texts.ts';
import { operatorTexts } from './operator-texts.ts';
import { ReasonField, useReason } from './reason-field.tsx';

interface ReasonFormProps {
  label: string;
  /** What the act does. */
  about: string;
  action: string;
  busy: string | null;
  isOffline: boolean;
  /** Resolves with an error to show, or null. */
  onSend: (reason: string) => Promise<string | null>;
  onClose: () => void;
}

/** Asks for the reason of an act, directly below the button that opened it. */
export function ReasonForm({ label, about, action, busy, isOffline, onSend, onClose }: ReasonFormProps) {
  const reason = useReason();
  const [error, setError] = useState<string | null>(null);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isOffline || busy !== null) return;
    const text = reason.check();
    if (text !== null) setError(await onSend(text));
  }
  return (
    <styled.form
      noValidate
      display="flex"
      flexDirection="column"
      gap="12px"
      py="12px"
      onSubmit={(event) => toastOnError(send(event))}
    >
      <Box textStyle="meta" color="fg.muted">
        {about}
      </Box>
      <ReasonField label={label} reason={reason} />
      {error !== null && (
        <Box role="alert" color="red.fg" overflowWrap="anywhere">
          {error}
        </Box>
      )}
      <Flex gap="8px" wrap="wrap">
        <Button
          type="submit"
          variant="danger"
          busy={busy}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : {})}
        >
          {action}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </Flex>
    </styled.form>
  );
}
