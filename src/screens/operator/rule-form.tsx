import { CloudOff } from 'lucide';
import { type SubmitEvent, useState } from 'react';
import { changeRule, type RuleFields, type RuleRow } from '../../../sync/model/operator/settings.ts';
import { Button } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { toast } from '../../engine/toast.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { texts } from '../../platform/texts.ts';
import { operatorTexts } from './operator-texts.ts';
import { ReasonField, useReason } from './reason-field.tsx';
import { describeChanges, labelOf, nameOf, shownValue, storedValue } from './rule-words.ts';
import { TextField } from './text-field.tsx';

const words = operatorTexts.rules;

interface RuleFormProps {
  row: RuleRow;
  isOffline: boolean;
  /** Called after a refused change, to read the row again. */
  onRefused: () => void;
  onClose: () => void;
}

/** Edits a rule or a store item, and sends the fields that differ from the values that the operator has seen. */
export function RuleForm({ row, isOffline, onRefused, onClose }: RuleFormProps) {
  // The values that the operator has seen, even if another operator changes them meanwhile.
  const [seen, setSeen] = useState(row.fields);
  const [wasRefused, setRefused] = useState(false);
  // After a refusal, compare the typed values with the current ones.
  if (wasRefused && seen !== row.fields) {
    setSeen(row.fields);
    setRefused(false);
  }
  const [typed, setTyped] = useState<Readonly<Record<string, string | boolean>>>(() =>
    Object.fromEntries(
      Object.entries(seen).map(([field, value]) => [
        field,
        typeof value === 'boolean' ? value : value === null ? '' : shownValue(value),
      ]),
    ),
  );
  const reason = useReason();
  const [error, setError] = useState<string | null>(null);
  const { state, run } = useRemoteAct(changeRule);
  const { from, to, wrong } = changesIn(row.name, seen, typed);
  const isDifferent = Object.keys(to).length > 0;

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setError(null);
    if (isOffline || state.kind === 'busy' || wrong.length > 0) return;
    if (!isDifferent) return setError(words.same);
    const text = reason.check();
    if (text === null) return;
    const outcome = await run({ row, from, to, reason: text });
    if (outcome.kind === 'refused') {
      setError(`${outcome.words.title}: ${outcome.words.text}`);
      setRefused(true);
      return onRefused();
    }
    if (outcome.kind !== 'done') return;
    onClose();
    const undo = async () => {
      const undone = await run({ row, from: to, to: from, reason: words.undoReason });
      if (undone.kind === 'refused') toast({ kind: 'error', ...undone.words });
      if (undone.kind === 'done') toast({ kind: 'success', title: words.undone(nameOf(row.name)) });
    };
    toast({
      kind: 'success',
      title: words.done(nameOf(row.name)),
      text: describeChanges(row.name, from, to),
      duration: 10_000,
      action: { label: operatorTexts.undo, run: () => toastOnError(undo()) },
    });
  }

  return (
    <styled.form
      noValidate
      display="flex"
      flexDirection="column"
      gap="12px"
      py="12px"
      onSubmit={(event) => toastOnError(save(event))}
    >
      {Object.keys(seen).map((field) => {
        const value = typed[field];
        const set = (next: string | boolean) => setTyped({ ...typed, [field]: next });
        const label = labelOf(field, row.name);
        return typeof value === 'boolean' ? (
          <Checkbox key={field} label={label} checked={value} onChange={set} />
        ) : (
          <TextField
            key={field}
            label={label}
            error={wrong.includes(field) ? words.wholeNumber : null}
            value={value ?? ''}
            inputMode="numeric"
            onChange={set}
          />
        );
      })}
      <ReasonField label={words.reason} reason={reason} />
      {isDifferent && (
        <Box textStyle="meta" overflowWrap="anywhere">
          {describeChanges(row.name, from, to)}
        </Box>
      )}
      {error !== null && (
        <Box role="alert" color="red.fg" overflowWrap="anywhere">
          {error}
        </Box>
      )}
      <Flex gap="8px" wrap="wrap">
        <Button
          type="submit"
          variant="outline"
          busy={state.kind === 'busy' ? words.saving : null}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : {})}
        >
          {isOffline && <Icon of={CloudOff} size={18} />}
          {words.save}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </Flex>
    </styled.form>
  );
}

function changesIn(name: string, seen: RuleFields, typed: Readonly<Record<string, string | boolean>>) {
  const from: RuleFields = {};
  const to: RuleFields = {};
  const wrong: string[] = [];
  for (const [field, old] of Object.entries(seen)) {
    const value = typed[field] ?? '';
    const next = typeof value === 'boolean' ? value : storedValue(field, value, name);
    if (next === undefined) wrong.push(field);
    else if (next !== old) {
      from[field] = old;
      to[field] = next;
    }
  }
  return { from, to, wrong };
}
