import { localTexts, tabTexts } from '../platform/page-storage.ts';
const KEY = 'asked_address';
/** How long other tabs can read a stored address: the lifetime of a beta session (S-2). */
const LIFETIME_MS = 2 * 60 * 60 * 1000;
const ANY_ORIGIN = 'https://this-app.invalid';
const ENTRY_PAGES = /^\/(beta-access|auth)([/?#]|$)/;

/** Stores the address to return to after sign-in. A link in an e-mail opens another tab, so other tabs can read the address too. */
export function storeReturnAddress(address: string): void {
  // '/' shows /explore, the default.
  if (address === '/' || !isPageOfApp(address)) return;
  tabTexts.set(KEY, address);
  localTexts.set(KEY, JSON.stringify({ address, until: Date.now() + LIFETIME_MS }));
}

export function returnAddressOfTab(): string | null {
  const address = tabTexts.get(KEY);
  return address && isPageOfApp(address) ? address : null;
}

export function returnAddressOfAnyTab(): string | null {
  return returnAddressOfTab() ?? nullOnError(() => readShared(localTexts.get(KEY)));
}

export function clearReturnAddress(): void {
  tabTexts.remove(KEY);
  localTexts.remove(KEY);
}

function readShared(text: string | null): string | null {
  const stored: unknown = JSON.parse(text ?? 'null');
  if (typeof stored !== 'object' || stored === null || !('address' in stored) || !('until' in stored)) return null;
  const { address, until } = stored;
  if (typeof address !== 'string' || typeof until !== 'number' || until < Date.now()) return null;
  return isPageOfApp(address) ? address : null;
}

/** Whether the address is a page of this app other than the entry pages. Stored values are untrusted: '//host' leads to another site. */
export function isPageOfApp(address: string): boolean {
  if (!address.startsWith('/') || ENTRY_PAGES.test(address)) return false;
  return new URL(address, ANY_ORIGIN).origin === ANY_ORIGIN;
}

/** Null if `work` throws: another version may have stored an unreadable value. */
function nullOnError<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
