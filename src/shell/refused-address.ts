import { localTexts, tabTexts } from '../platform/page-storage.ts';
const KEY = 'asked_address';
/** As long as a beta session lasts (S-2), in ms. */
const LIFETIME_MS = 2 * 60 * 60 * 1000;
const ANY_ORIGIN = 'https://this-app.invalid';
/** Entry pages, which are never a return address. */
const ENTRY_PAGES = /^\/(beta-access|auth)([/?#]|$)/;

/**
 * Stores the address to return to after the gate and the sign-in: one that a guard refused, or the page that linked to the
 * sign-in. It is stored for this tab, and for a while for the whole browser, because a link in an e-mail opens another tab.
 */
export function storeRefusedAddress(address: string): void {
  // '/' is the same screen as /explore, the default.
  if (address === '/' || !isPageOfApp(address)) return;
  tabTexts.set(KEY, address);
  localTexts.set(KEY, JSON.stringify({ address, until: Date.now() + LIFETIME_MS }));
}

/** The refused address of this tab, or null. */
export function refusedAddressOfTab(): string | null {
  const address = tabTexts.get(KEY);
  return address && isPageOfApp(address) ? address : null;
}

/** The refused address of this tab, or a recent one of another tab, or null. */
export function refusedAddressOfAnyTab(): string | null {
  return refusedAddressOfTab() ?? nullOnError(() => readShared(localTexts.get(KEY)));
}

/** Removes the stored addresses after a sign-in. */
export function clearRefusedAddress(): void {
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

/** Whether the address is a path of this app, but no entry page. Stored values are untrusted: '//host' leads to another site. */
export function isPageOfApp(address: string): boolean {
  if (!address.startsWith('/') || ENTRY_PAGES.test(address)) return false;
  return new URL(address, ANY_ORIGIN).origin === ANY_ORIGIN;
}

/** Null if the stored value is from another version and cannot be read. */
function nullOnError<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
