import { CloudOff } from 'lucide';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { makeInvitationCode } from '../../../supabase/functions/_shared/invitation-code.ts';
import { invitationPath } from '../../components/account/invitation-link.ts';
import { makeInvitation } from '../../../sync/model/operator/settings.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { copyLink } from '../../engine/copy-link.ts';
import { toast } from '../../engine/toast.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { lengthOf } from '../../platform/characters.ts';
import { hashCode } from './hash-code.ts';
import { operatorTexts } from './operator-texts.ts';
import { TextField } from './text-field.tsx';

const words = operatorTexts.invitations;
const DAY_MS = 86_400_000;
const NOTE_MAX = 100;
const USES_MAX = 1000;
/** The day `days` days from today, as YYYY-MM-DD in local time, like the value of a date field. */
const fromToday = (days: number) => new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv');

export function InvitationForm({ isOffline }: { isOffline: boolean }) {
  const [note, setNote] = useState('');
  const [uses, setUses] = useState('1');
  const [lastDay, setLastDay] = useState(() => fromToday(7));
  const [wasPressed, setPressed] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  /** The code of a request that has not succeeded. A retry sends it again: if only the answer was lost, no second invitation is made. */
  const unconfirmed = useRef<string | null>(null);
  const { state, run } = useRemoteAct(makeInvitation);
  const errors = errorsOf(note, uses, lastDay);
  const opener = useRef<HTMLButtonElement>(null);
  const wasMade = useRef(false);
  // When the code is closed, its button unmounts: move the focus to the form's button.
  useEffect(() => {
    if (made === null && wasMade.current) opener.current?.focus();
    wasMade.current = made !== null;
  }, [made]);

  async function make(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setPressed(true);
    if (isOffline || state.kind === 'busy' || Object.values(errors).some(Boolean)) return;
    const code = (unconfirmed.current ??= makeInvitationCode(crypto.getRandomValues(new Uint8Array(12))));
    const endsAt = new Date(`${lastDay}T23:59:59`).toISOString();
    const outcome = await run({ hash: hashCode(code), note: note.trim(), uses: Number(uses), endsAt });
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
    if (outcome.kind !== 'done') return;
    unconfirmed.current = null;
    setMade(code);
    setNote('');
    setPressed(false);
  }

  if (made !== null) return <MadeCode code={made} onClose={() => setMade(null)} />;
  const shown = wasPressed ? errors : noErrors;
  return (
    <styled.form
      noValidate
      display="flex"
      flexDirection="column"
      gap="12px"
      onSubmit={(event) => toastOnError(make(event))}
    >
      <TextField label={words.note} error={shown.note} value={note} onChange={setNote} />
      <Flex gap="8px" align="flex-start">
        <Box flex="1" minWidth="0">
          <TextField label={words.uses} error={shown.uses} value={uses} inputMode="numeric" onChange={setUses} />
        </Box>
        <Box flex="1.5" minWidth="0">
          <TextField
            label={words.ends}
            error={shown.ends}
            type="date"
            value={lastDay}
            min={fromToday(0)}
            max={fromToday(365)}
            onChange={setLastDay}
          />
        </Box>
      </Flex>
      <Button
        ref={opener}
        type="submit"
        variant="outline"
        alignSelf="flex-start"
        busy={state.kind === 'busy' ? words.making : null}
        {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : {})}
      >
        {isOffline && <Icon of={CloudOff} size={18} />}
        {words.make}
      </Button>
    </styled.form>
  );
}

const noErrors = { note: null, uses: null, ends: null };

function errorsOf(note: string, uses: string, lastDay: string): Record<'note' | 'uses' | 'ends', string | null> {
  const isCount = /^\d{1,4}$/.test(uses.trim()) && Number(uses) >= 1 && Number(uses) <= USES_MAX;
  return {
    note: lengthOf(note.trim()) > NOTE_MAX ? words.noteTooLong : null,
    uses: isCount ? null : words.usesOutOfRange,
    ends: lastDay >= fromToday(0) && lastDay <= fromToday(365) ? null : words.endOutOfRange,
  };
}

function MadeCode({ code, onClose }: { code: string; onClose: () => void }) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <Box role="status" bg="bg.inset" borderRadius="field" p="14px">
      <Box textStyle="h2" fontVariantNumeric="tabular-nums" userSelect="all" mb="8px">
        {code}
      </Box>
      <Box textStyle="meta" color="fg.muted" mb="12px">
        {words.shownOnce}
      </Box>
      <Flex gap="8px" wrap="wrap">
        <Button ref={copy} onClick={() => toastOnError(copyLink(invitationPath(code)))}>
          {words.copyLink}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </Flex>
    </Box>
  );
}
