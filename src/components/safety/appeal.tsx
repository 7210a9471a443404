import { Clock } from 'lucide';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Decision } from '../../../sync/model/remote-reads.ts';
import { APPEAL_MAX } from '../../../sync/model/rules.ts';
import { Button } from '../../design/button.tsx';
import { Field, TextArea } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { useScope } from '../../engine/live.ts';
import { toastOutcome } from '../../engine/toast-outcome.ts';
import { useAct, usePendingActions } from '../../engine/use-act.ts';
import { lengthOf } from '../../platform/characters.ts';
import { texts } from '../../platform/texts.ts';
import { appealTexts } from './standing-texts.ts';

const refused = ({ message }: { message: string }) => ({ title: appealTexts.notSent, text: message });

/** The person's appeal against a decision: the operator's answer, a note that the appeal waits or was sent, or the form. */
export function Appeal({ actId, appeal }: { actId: string; appeal: Decision['appeal'] }) {
  const isWaiting = usePendingActions('appeal.send', { act_id: actId }).length > 0;
  const [isQueued, setQueued] = useState(false);
  if (isWaiting)
    return (
      <Flex align="center" gap="6px" mt="8px" color="fg.muted">
        <Icon of={Clock} size={16} />
        {appealTexts.waiting}
      </Flex>
    );
  if (appeal?.outcome === 'keep')
    return (
      <Box mt="8px">
        {appealTexts.kept} <bdi>{appeal.answer}</bdi>
      </Box>
    );
  // `isQueued`: the form below queued an appeal, which has left the queue by now. The server has it, although `appeal` was read earlier.
  if (appeal || isQueued)
    return (
      <Box mt="8px" color="fg.muted">
        {appealTexts.sent}
      </Box>
    );
  return <AppealForm actId={actId} onQueued={() => setQueued(true)} onUnsent={() => setQueued(false)} />;
}

interface AppealFormProps {
  actId: string;
  onQueued: () => void;
  /** Called when the appeal was refused, or left the queue unsent. */
  onUnsent: () => void;
}

/** The form for an appeal. Stores the text as a draft until the appeal is queued. Works offline too. */
function AppealForm({ actId, onQueued, onUnsent }: AppealFormProps) {
  const scope = useScope();
  const draftKey = `appeal-${actId}`;
  const [text, setText] = useState(() => scope.device.text(draftKey) ?? '');
  const [isOpen, setOpen] = useState(text !== '');
  const [wasPressed, setPressed] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    if (isOpen && wasOpened.current) field.current?.focus();
  }, [isOpen]);
  const { run } = useAct('appeal.send', { refused });
  const length = lengthOf(text.trim());
  const error = length > APPEAL_MAX ? appealTexts.tooLong : wasPressed && length === 0 ? appealTexts.missing : null;
  const keep = (next: string) => {
    setText(next);
    scope.device.setText(draftKey, next);
  };

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setPressed(true);
    if (length === 0 || length > APPEAL_MAX) return field.current?.focus();
    const id = await run({ act_id: actId, content: text.trim() });
    // An error was shown; keep the text.
    if (id === null) return;
    scope.device.setText(draftKey, '');
    onQueued();
    scope.onOutcome(id, (outcome) => {
      if (outcome?.status !== 'applied') onUnsent();
    });
    toastOutcome(scope, id, { done: appealTexts.done, later: appealTexts.later });
  }

  if (!isOpen)
    return (
      <Box mt="8px">
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            wasOpened.current = true;
            setOpen(true);
          }}
        >
          {appealTexts.ask}
        </Button>
      </Box>
    );
  return (
    <styled.form noValidate mt="12px" onSubmit={(event) => toastOnError(send(event))}>
      <Field label={appealTexts.label} aside={appealTexts.counter(length, APPEAL_MAX)} error={error}>
        {({ id, describedBy, invalid }) => (
          <TextArea
            ref={field}
            id={id}
            value={text}
            aria-invalid={invalid}
            aria-describedby={describedBy}
            onChange={(event) => keep(event.currentTarget.value)}
            height="96px"
            py="12px"
            lineHeight="1.4"
            resize="vertical"
          />
        )}
      </Field>
      <Flex gap="8px" mt="8px" wrap="wrap">
        <Button type="submit">{appealTexts.send}</Button>
        <Button
          variant="quiet"
          onClick={() => {
            keep('');
            setPressed(false);
            setOpen(false);
          }}
        >
          {texts.cancel}
        </Button>
      </Flex>
    </styled.form>
  );
}
