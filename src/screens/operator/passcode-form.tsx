import { CloudOff } from 'lucide';
import { useState } from 'react';
import { changePasscode, operatorSettings } from '../../../sync/model/operator/settings.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
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

  async function change() {
    if (lengthOf(passcode.trim()) < SHORTEST) return setError(words.tooShort);
    setError(null);
    setBusy(true);
    const outcome = await hashPasscode(passcode)
      .then((hash) => run({ hash }))
      .finally(() => setBusy(false));
    if (outcome.kind === 'refused') return setError(outcome.words.text);
    if (outcome.kind !== 'done') return;
    setPasscode('');
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
      <styled.form
        noValidate
        display="flex"
        gap="8px"
        alignItems="flex-start"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOffline && !isBusy) toastOnError(change());
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
                onChange={(event) => setPasscode(event.currentTarget.value)}
              />
            )}
          </Field>
        </Box>
        <Button
          type="submit"
          variant="outline"
          mt="27px"
          busy={isBusy ? words.changing : null}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : {})}
        >
          {isOffline && <Icon of={CloudOff} size={18} />}
          {words.change}
        </Button>
      </styled.form>
    </Section>
  );
}
