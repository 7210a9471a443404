import type { ComponentProps, ReactNode, Ref } from 'react';
import { Field, Input } from '../../design/field.tsx';

interface TextFieldProps extends Pick<
  ComponentProps<typeof Input>,
  'type' | 'inputMode' | 'autoCapitalize' | 'min' | 'max'
> {
  label: string;
  error: string | null;
  aside?: ReactNode;
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A labelled input of one line, whose browser suggestions are off: the operator's entries concern other people. */
export function TextField({ label, error, aside, onChange, inputRef, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} {...(aside === undefined ? {} : { aside })}>
      {({ id, describedBy, invalid }) => (
        <Input
          {...input}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          id={id}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
