import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Box, Flex } from '../../design/styled.tsx';
import { lengthOf } from '../../platform/characters.ts';
import { operatorTexts } from './operator-texts.ts';
import { TextField } from './text-field.tsx';

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
    <TextField
      label={label}
      aside={operatorTexts.counter(reason.length)}
      error={reason.error}
      inputRef={reason.input}
      value={reason.text}
      onChange={(text) => reason.setText(text)}
    />
  );
}

/** The field for the reason of a decision, with the buttons that decide. */
export function Decision({ label, reason, children }: { label: string; reason: ReasonState; children: ReactNode }) {
  return (
    <Flex
      direction={{ base: 'column', xl: 'row' }}
      align={{ base: 'stretch', xl: 'flex-start' }}
      gap="8px"
      role="group"
      aria-label={operatorTexts.decision}
    >
      <Box flex="1" minWidth="0">
        <ReasonField label={label} reason={reason} />
      </Box>
      <Flex gap="8px" wrap="wrap" mt={{ xl: '27px' }}>
        {children}
      </Flex>
    </Flex>
  );
}
