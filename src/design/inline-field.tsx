import { Check, X } from 'lucide';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { toast } from '../engine/toast.ts';
import { lengthOf } from '../platform/characters.ts';
import { isComposing } from '../platform/keys.ts';
import { IconButton } from './button.tsx';
import { FieldError, Input } from './field.tsx';
import { Icon } from './icon.tsx';
import { Box, Flex } from './styled.tsx';

interface InlineFieldProps {
  label: string;
  value: string;
  /** Shown while the field is empty. */
  placeholder?: string;
  /** In characters. A longer text may be typed, and `problemOf` says why it cannot be saved. */
  maxLength: number;
  saveLabel: string;
  /** Label of the button that leaves the field. Without it, only Escape does. */
  cancelLabel?: string;
  /** Null if the trimmed text can be saved. */
  problemOf: (text: string) => { title: string; text: string } | null;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** A field for one line, in place of the text that it changes. Enter saves, Escape leaves. */
export function InlineField({
  label,
  value,
  placeholder,
  maxLength,
  saveLabel,
  cancelLabel,
  problemOf,
  onSave,
  onCancel,
}: InlineFieldProps) {
  const [text, setText] = useState(value);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useEffect(() => {
    // Not every browser focuses a field when its text is selected.
    field.current?.focus();
    field.current?.select();
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const next = text.trim();
    const problem = problemOf(next);
    if (!problem) return next === value ? onCancel() : onSave(next);
    setError(problem.text);
    toast({ id: 'title', kind: 'error', ...problem });
    field.current?.focus();
  }

  return (
    <Box asChild flex="1" minWidth="0">
      <form onSubmit={submit} noValidate>
        <Flex align="center" gap="4px">
          <Box flex="1" minWidth="0" position="relative">
            <Input
              ref={field}
              aria-label={label}
              aria-invalid={error !== null}
              aria-describedby={error ? errorId : undefined}
              placeholder={placeholder}
              height="44px"
              pr="62px"
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setError(null);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onCancel();
              }}
            />
            <Box
              position="absolute"
              right="12px"
              top="12px"
              textStyle="meta"
              color="fg.subtle"
              fontVariantNumeric="tabular-nums"
              pointerEvents="none"
            >
              {lengthOf(text)}/{maxLength}
            </Box>
          </Box>
          <IconButton
            type="submit"
            label={saveLabel}
            bg="bg.inverted"
            color="fg.inverted"
            _hover={{ bg: 'bg.inverted' }}
          >
            <Icon of={Check} />
          </IconButton>
          {cancelLabel !== undefined && (
            <IconButton label={cancelLabel} onClick={onCancel}>
              <Icon of={X} />
            </IconButton>
          )}
        </Flex>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </form>
    </Box>
  );
}
