import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/ui-test.tsx';
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

it('opens a track to the radio by a press on the words or on the switch, once each', async () => {
  await draw(<Form isReadOnly={false} />);
  await page.getByText('Open to radio sponsorship').click();
  await expect.element(radio).toBeChecked();
  await radio.click();
  await expect.element(radio).not.toBeChecked();
});

it('keeps the choice while the form is only read', async () => {
  await draw(<Form isReadOnly />);
  await expect.element(radio).toBeDisabled();
});
