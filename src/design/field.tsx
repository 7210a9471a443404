import { CircleAlert, Eye, EyeOff } from 'lucide';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { inputRecipe } from './recipes.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { Box, Flex, styled } from './styled.tsx';

const autoDirection = { dir: 'auto' };

export const Input = styled('input', inputRecipe, autoDirection);
export const TextArea = styled('textarea', inputRecipe, autoDirection);

interface FieldProps {
  label: string;
  aside?: ReactNode;
  error?: string | null;
  children: (parts: { id: string; describedBy: string | undefined; invalid: boolean }) => ReactNode;
}

export function Field({ label, aside, error, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <Box minWidth="0">
      <Flex justify="space-between" gap="8px" mb="6px" fontSize="13px">
        <styled.label htmlFor={id} fontWeight="600">
          {label}
        </styled.label>
        {aside && (
          <Box color="fg.subtle" fontVariantNumeric="tabular-nums">
            {aside}
          </Box>
        )}
      </Flex>
      {children({ id, describedBy: error ? errorId : undefined, invalid: Boolean(error) })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </Box>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Flex id={id} role="alert" gap="6px" mt="6px" fontSize="13px" color="red.fg" align="flex-start">
      <Box flex="none" mt="1px">
        <Icon of={CircleAlert} size={16} />
      </Box>
      <span>{children}</span>
    </Flex>
  );
}

export function PasswordInput({ spread = false, ...props }: ComponentProps<typeof Input> & { spread?: boolean }) {
  const [shown, setShown] = useState(false);
  const icon = shown ? EyeOff : Eye;
  return (
    <Box position="relative">
      <Input
        {...props}
        type={shown ? 'text' : 'password'}
        pr="52px"
        autoCapitalize="none"
        spellCheck={false}
        {...(spread && !shown ? { letterSpacing: '.2em' } : {})}
      />
      <IconButton
        label={shown ? 'Hide characters' : 'Show characters'}
        aria-pressed={shown}
        position="absolute"
        right="2px"
        top="2px"
        color="fg.muted"
        onClick={() => setShown(!shown)}
      >
        <Icon of={icon} />
      </IconButton>
    </Box>
  );
}
