import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { MeView } from '../../../sync/client.ts';
import { renderFor, meWith } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { BalanceChip } from './balance-chip.tsx';

it('the balance chip shows queued spends in its name and by a dashed edge, and is no button without onPress', async () => {
  const rich = { ...meWith(60), zaps: 60 };
  const me = createLive(rich);
  await renderFor({ me }, <BalanceChip />);
  const chip = page.getByRole('img', { name: /ZAPs/ });
  await expect.element(chip).toHaveAccessibleName('60 ZAPs');
  await expect.element(chip).not.toHaveStyle({ borderTopStyle: 'dashed' });
  const { balance } = rich;
  me.set({ ...rich, zaps: 55, zapsPending: true, balance: balance && { ...balance, zaps: 60 } });
  await expect.element(chip).toHaveAccessibleName('55 ZAPs, 5 waiting to be spent');
  await expect.element(chip).toHaveTextContent('55');
  await expect.element(chip).toHaveStyle({ borderTopStyle: 'dashed' });
  expect(page.getByRole('button').elements()).toEqual([]);
});

it('the balance chip shows no number before the device knows the balance', async () => {
  const me = createLive<MeView>({ ...meWith(60), balance: null, zaps: null });
  await renderFor({ me }, <BalanceChip />);
  const chip = page.getByRole('img', { name: 'ZAPs', exact: true });
  await expect.element(chip).toHaveTextContent('–');
  me.set({ ...meWith(60), zaps: 7 });
  await expect.element(page.getByRole('img', { name: '7 ZAPs' })).toHaveTextContent('7');
});
