import { CloudOff } from 'lucide';
import { useRef, useState } from 'react';
import { changePasscode, operatorSettings } from '../../../sync/model/operator/settings.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Field, PasswordInput } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Box, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { lengthOf } from '../../platform/characters.ts';
import { durationInWords } from '../../platform/format.ts';
import { hashPasscode } from './hash-passcode.ts';
import { operatorTexts } from './operator-texts.ts';

const words = operatorTexts.passcode;
const SHORTEST = 6;

export function PasscodeForm({ isOffline }: { isOffline: boolean }) {
  const settings = useRemote(operatorSettings);
  const now = useNow(60_000);
  const { run } = useRemoteAct(changePasscode);
  const [isBusy, setBusy] = useState(false);
  const [passcode, setPasscode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const shown = settings.kind === 'here' ? settings.value.passcode_changed_at : undefined;
  // The time of the passcode's last change as shown when typing began, even if another operator changes the passcode meanwhile.
  const [seen, setSeen] = useState<typeof shown>(undefined);
  const lastHashed = useRef({ passcode: '', hash: '' });
  const replaced = seen === undefined ? shown : seen;

  function edit(text: string) {
    // While a read runs, such as after the operator's own change, the shown time may be outdated. Then the time shown at the submit counts.
    if (passcode === '') setSeen(settings.kind !== 'loading' && settings.isAsking ? undefined : shown);
    setPasscode(text);
  }

  /** Hashes a passcode once: its salt is random, and the server recognizes a retry by the hash. */
  async function hashOnce(): Promise<string> {
    if (lastHashed.current.passcode !== passcode) lastHashed.current = { passcode, hash: await hashPasscode(passcode) };
    return lastHashed.current.hash;
  }

  async function change(seenChangedAt: string | null) {
    if (lengthOf(passcode.trim()) < SHORTEST) return setError(words.tooShort);
    setError(null);
    setBusy(true);
    const outcome = await hashOnce()
      .then((hash) => run({ hash, seenChangedAt }))
      .finally(() => setBusy(false));
    if (outcome.kind === 'refused') {
      // The refusal names a newer change, which the page now shows. The next attempt replaces that newer passcode.
      if (!outcome.isUnanswered) setSeen(undefined);
      return setError(outcome.words.text);
    }
    if (outcome.kind !== 'done') return;
    setPasscode('');
    lastHashed.current = { passcode: '', hash: '' };
    toast({ kind: 'success', title: words.done, text: words.doneText });
  }

  return (
    <Section title={words.title}>
      <Box textStyle="meta" color="fg.muted" minHeight="1.35em" mb="8px">
        {settings.kind === 'here' &&
          `${
            settings.value.passcode_changed_at === null
              ? words.unchanged
              : words.changed(durationInWords(now - Date.parse(settings.value.passcode_changed_at)))
          }, ${words.uses(settings.value.passcode_uses_today)}`}
      </Box>
      {settings.kind === 'failed' && (
        <Box mb="12px">
          <FailedState title={words.failed} isBusy={settings.isAsking} onRetry={settings.retry} />
        </Box>
      )}
      <styled.form
        noValidate
        display="flex"
        gap="8px"
        alignItems="flex-start"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOffline && !isBusy && replaced !== undefined) toastOnError(change(replaced));
        }}
      >
        <Box flex="1" minWidth="0">
          <Field label={words.field} error={error}>
            {({ id, describedBy, invalid }) => (
              <PasswordInput
                id={id}
                value={passcode}
                aria-invalid={invalid}
                aria-describedby={describedBy}
                autoComplete="off"
                onChange={(event) => edit(event.currentTarget.value)}
              />
            )}
          </Field>
        </Box>
        <Button
          type="submit"
          variant="outline"
          mt="27px"
          busy={isBusy ? words.changing : null}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : { disabled: replaced === undefined })}
        >
          {isOffline && <Icon of={CloudOff} size={18} />}
          {words.change}
        </Button>
      </styled.form>
    </Section>
  );
}
