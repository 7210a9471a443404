import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createLive } from '../../../../sync/model/live.ts';
import type { Scope } from '../../../../sync/client.ts';
import { expectAnnounced, renderFor } from '../../../testing/scope-test.tsx';
import { simulatedScopes } from '../../../testing/simulated-page.ts';
import { UpNextSwitch } from './up-next-switch.tsx';

function openSwitch(device: Partial<Scope['device']> = {}) {
  const scopes = simulatedScopes();
  scopes.become('me');
  const scope = scopes.scope.get();
  const scopeParts = { ...scope, device: { ...scope?.device, ...device }, pending: createLive([]) };
  return { scopes, render: () => renderFor(scopeParts as unknown as Partial<Scope>, <UpNextSwitch />) };
}

const choice = () => page.getByRole('switch', { name: 'Up next from here' });

it('the choice is off at first, is changed by keyboard, and is kept for this person on this device', async () => {
  const { scopes, render } = openSwitch();
  await render();
  await expect.element(choice()).not.toBeChecked();
  await userEvent.tab();
  await expect.element(choice()).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(choice()).toBeChecked();
  expect(scopes.savedTextsOf('me')).toEqual(['up-next on']);
  await userEvent.keyboard(' ');
  await expect.element(choice()).not.toBeChecked();
  expect(scopes.savedTextsOf('me')).toEqual(['up-next ']);
});

it('a choice that the device cannot store is not shown as made', async () => {
  await openSwitch({ setText: () => false }).render();
  await choice().click();
  await expectAnnounced('Not saved on this device');
  await expect.element(choice()).not.toBeChecked();
});
