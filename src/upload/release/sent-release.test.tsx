import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { UploadStage } from '../../../sync/client.ts';
import {
  addTides,
  field,
  openReleaseForm,
  queuedRelease,
  stagesOf,
  submitRelease,
  titles,
} from '../../testing/release-form.tsx';

describe('a release that was sent', () => {
  const refused: UploadStage = { kind: 'draft', refusal: { title: 'Submission Rejected', text: 'Restricted words.' } };

  async function openRefused() {
    const device = await openReleaseForm();
    await addTides(['1', '2']);
    await expect.poll(titles).toEqual(['Low Water', 'High Water']);
    await submitRelease();
    const records = device.records.get() ?? [];
    const places = records.flatMap(({ release }) => release?.place ?? []);
    device.own.set([queuedRelease(records[0]?.release?.id ?? '', places)]);
    device.records.set(records.map((record, at) => (at === 0 ? { ...record, stage: refused } : record)));
    await expect.element(page.getByText('Restricted words.')).toBeVisible();
    return { ...device, place: records[0]?.release?.place ?? '', id: records[0]?.release?.id ?? '' };
  }

  it('lets a refused track be renamed and sent again into the same place', async () => {
    const device = await openRefused();
    await page.getByRole('button', { name: 'Rename Low Water' }).click();
    await field('New title of Low Water').fill('Ebb');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Send Ebb' }).click();
    await expect.poll(() => stagesOf(device.records.get())[0]).toEqual(['Ebb', 'sending']);
    expect(device.records.get()?.[0]?.release).toEqual({ id: device.id, place: device.place });
  });

  it('lets the own artist of a refused track be changed before it is sent again', async () => {
    const device = await openRefused();
    const named = (device.records.get() ?? []).map((record, at) =>
      at === 0 && record.release
        ? {
            ...record,
            release: { ...record.release, artistName: 'Kite' },
            form: { ...record.form, artistName: 'Kite' },
          }
        : record,
    );
    device.records.set(named);
    await page.getByRole('button', { name: 'Kite: change the artist of Low Water' }).click();
    await field('Artist of Low Water').fill('Ghost Tram');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Ghost Tram: change the artist of Low Water' }).click();
    await field('Artist of Low Water').fill('');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: 'change the artist of Low Water' })).not.toBeInTheDocument();
    await expect.poll(() => device.records.get()?.[0]?.form.artistName).toBe('Ines Calder');
    expect(device.records.get()?.[0]?.release).toEqual({ id: device.id, place: device.place });
    await page.getByRole('button', { name: 'Send Low Water' }).click();
    await expect.poll(() => stagesOf(device.records.get())[0]).toEqual(['Low Water', 'sending']);
  });

  it('loses the place of a refused track that is removed', async () => {
    const device = await openRefused();
    await page.getByRole('button', { name: 'Remove Low Water' }).click();
    await expect.poll(() => device.removed).toEqual([[device.id, device.place]]);
    expect(stagesOf(device.records.get())).toEqual([['High Water', 'sending']]);
  });

  it('is forgotten on the device when another one is started after all its tracks have arrived', async () => {
    const device = await openReleaseForm();
    await addTides(['1']);
    await expect.poll(titles).toEqual(['Low Water']);
    await submitRelease();
    device.records.set(
      (device.records.get() ?? []).map((record) => ({ ...record, stage: { kind: 'done', slotsLeft: 2 } })),
    );
    await expect.element(page.getByText('1 of 1 arrived')).toBeVisible();
    await page.getByRole('button', { name: 'Upload another release' }).click();
    await expect.poll(() => device.records.get()).toEqual([]);
    await expect.poll(() => device.values.get('upload-releases')).toMatchObject({ sent: [] });
  });
});
