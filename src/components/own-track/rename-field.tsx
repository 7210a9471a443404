import { Check, X } from 'lucide';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { lengthOf } from '../../platform/characters.ts';
import { isComposing } from '../../platform/keys.ts';
import { IconButton } from '../../design/button.tsx';
import { FieldError, Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { ownTrackTexts } from './own-track-texts.ts';

/** Longest title that a rename may give, in characters. A title at upload may have 100. */
const TITLE_MAX = 60;

interface RenameFieldProps {
  title: string;
  onSave: (title: string) => void;
  onCancel: () => void;
}

export function RenameField({ title, onSave, onCancel }: RenameFieldProps) {
  const [text, setText] = useState(title);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useEffect(() => field.current?.select(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const newTitle = text.trim();
    const problem =
      newTitle === '' ? ownTrackTexts.invalidTitle : lengthOf(newTitle) > TITLE_MAX ? ownTrackTexts.titleTooLong : null;
    if (!problem) return newTitle === title ? onCancel() : onSave(newTitle);
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
              aria-label={ownTrackTexts.newTitle(title)}
              aria-invalid={error !== null}
              aria-describedby={error ? errorId : undefined}
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
              {lengthOf(text)}/{TITLE_MAX}
            </Box>
          </Box>
          <IconButton
            type="submit"
            label={ownTrackTexts.saveTitle}
            bg="bg.inverted"
            color="fg.inverted"
            _hover={{ bg: 'bg.inverted' }}
          >
            <Icon of={Check} />
          </IconButton>
          <IconButton label={ownTrackTexts.keepTitle} onClick={onCancel}>
            <Icon of={X} />
          </IconButton>
        </Flex>
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </form>
    </Box>
  );
}
