import { type FormEvent, useState } from 'react';
import type { PendingAction } from '../../../sync/client.ts';
import type { EditableField } from '../../../sync/model/action-fields.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { lengthOf } from '../../platform/characters.ts';
import { useScope } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { Button } from '../../design/button.tsx';
import { Field, Input, TextArea } from '../../design/field.tsx';
import { Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { editableFields } from '../../components/offline/describe-action.ts';
import { deviceTexts } from '../../components/offline/device-texts.ts';

export function EditAction({ action, onDone }: { action: PendingAction; onDone: () => void }) {
  const scope = useScope();
  const fields = editableFields(action);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, String(action.payload[name])])),
  );
  const errors = Object.fromEntries(fields.map((field) => [field.name, errorOf(field, values[field.name] ?? '')]));
  const isValid = Object.values(errors).every((error) => error === null);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!isValid) return;
    const changed = Object.fromEntries(
      fields.map(({ name, range }) => [name, range ? Number(values[name]) : (values[name] ?? '').trim()]),
    );
    if (!(await scope.edit(action.id, changed))) toast({ kind: 'info', ...deviceTexts.tooLate });
    onDone();
  }

  return (
    <form onSubmit={(event) => toastOnError(save(event))} noValidate>
      <Flex direction="column" gap="12px" mt="12px">
        {fields.map((field) => (
          <Field key={field.name} label={field.label} error={errors[field.name] ?? null}>
            {({ id, describedBy, invalid }) => {
              const inputProps = {
                id,
                'aria-describedby': describedBy,
                'aria-invalid': invalid,
                value: values[field.name] ?? '',
                onChange: (event: { target: { value: string } }) =>
                  setValues({ ...values, [field.name]: event.target.value }),
              };
              return field.isLong ? (
                <TextArea {...inputProps} rows={3} height="auto" py="10px" />
              ) : (
                <Input {...inputProps} inputMode={field.range ? 'numeric' : 'text'} />
              );
            }}
          </Field>
        ))}
        <Flex gap="8px">
          <Button type="submit" disabled={!isValid}>
            {deviceTexts.send}
          </Button>
          <Button variant="plain" onClick={onDone}>
            {texts.cancel}
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}

function errorOf({ range, label, maxLength }: EditableField, value: string): string | null {
  if (value.trim() === '') return `${label} cannot be empty`;
  // Count like the server: the `maxlength` attribute counts an emoji as two, and silently truncates pasted text.
  if (!range) return lengthOf(value.trim()) > maxLength ? `${label} must be ${maxLength} characters or less` : null;
  const [low, high] = range;
  const number = Number(value);
  return Number.isInteger(number) && number >= low && number <= high ? null : `Choose ${low} to ${high}`;
}
