import type { Page } from '@playwright/test';
import { type Account, type Backend, openSignedIn } from './fixtures.ts';
import { connect, createOther, establishAccount } from './people.ts';

/** Opens a conversation with a new connection, and types a first text without sending it. @returns the account's id */
export async function beginConversation(page: Page, backend: Backend, account: Account, text: string): Promise<string> {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const other = await createOther(backend, 'Tin Orchard');
  await connect(backend, me, other);
  await openSignedIn(page, account, `/profile/${other}`);
  await page.getByRole('main').getByRole('button', { name: 'Message' }).click();
  await page.getByRole('textbox', { name: 'Type a message...' }).fill(text);
  return me;
}
