import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../testing/ui-test.tsx';
import { FormFields } from './form-fields.tsx';
import { emptyForm } from './upload-form.ts';

function Form({ isReadOnly }: { isReadOnly: boolean }) {
  const [form, setForm] = useState({ ...emptyForm, radioOptIn: false });
  return (
    <FormFields
      form={form}
      fromFile={{}}
      errors={{}}
      genres={['Ambient']}
      isReadOnly={isReadOnly}
      onChange={(part) => setForm({ ...form, ...part })}
    />
  );
}

const radio = page.getByRole('switch', { name: 'Open to radio sponsorship' });

it('a press on the radio option’s label or switch toggles the option once', async () => {
  await renderUi(<Form isReadOnly={false} />);
  await page.getByText('Open to radio sponsorship').click();
  await expect.element(radio).toBeChecked();
  await radio.click();
  await expect.element(radio).not.toBeChecked();
});

it('the radio option is disabled while the form is read-only', async () => {
  await renderUi(<Form isReadOnly />);
  await expect.element(radio).toBeDisabled();
});
