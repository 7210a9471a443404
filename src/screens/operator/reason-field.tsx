import { type RefObject, useRef, useState } from 'react';
import { Field, Input } from '../../design/field.tsx';
import { lengthOf } from '../../platform/characters.ts';
import { operatorTexts } from './operator-texts.ts';

const REASON_MAX = 200;

export interface ReasonState {
  text: string;
  length: number;
  error: string | null;
  input: RefObject<HTMLInputElement | null>;
  setText(text: string): void;
  /** Returns the trimmed reason. Returns null if it is empty or too long; the field then says so and gets the focus. */
  check(): string | null;
}

export function useReason(): ReasonState {
  const [text, setText] = useState('');
  const [wasPressed, setPressed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const length = lengthOf(text.trim());
  const isValid = length > 0 && length <= REASON_MAX;
  return {
    text,
    length,
    error:
      length > REASON_MAX
        ? operatorTexts.reasonTooLong
        : wasPressed && length === 0
          ? operatorTexts.reasonMissing
          : null,
    input,
    setText,
    check() {
      setPressed(true);
      if (isValid) return text.trim();
      input.current?.focus();
      return null;
    },
  };
}

export function ReasonField({ label, reason }: { label: string; reason: ReasonState }) {
  return (
    <Field label={label} aside={operatorTexts.counter(reason.length)} error={reason.error}>
      {({ id, describedBy, invalid }) => (
        <Input
          ref={reason.input}
          id={id}
          value={reason.text}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          autoComplete="off"
          onChange={(event) => reason.setText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
