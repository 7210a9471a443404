import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createLive } from '../../sync/model/live.ts';
import { renderFor } from '../testing/scope-test.tsx';
import { scriptedDevice } from '../testing/scripted-device.ts';
import { BottomTabs } from './bottom-tabs.tsx';
import { MenusProvider } from './menus.tsx';

it('the menu leads a guest on a phone to the Store and to signing in', async () => {
  const account = createLive({ kind: 'guest' as const, expiresAt: '2027-01-01T00:00:00Z' });
  await renderFor(
    { userId: null, device: scriptedDevice() },
    <MenusProvider>
      <BottomTabs isUser={false} />
    </MenusProvider>,
    { account },
  );
  await page.getByRole('button', { name: 'You' }).click();
  const menu = page.getByRole('dialog', { name: 'You' });
  await expect.element(menu.getByRole('link', { name: 'ZAP Store' })).toHaveAttribute('href', '/store');
  await expect.element(menu.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
  await expect.element(menu.getByRole('radio', { name: 'Light' })).toBeVisible();
});
