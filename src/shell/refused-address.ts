import { localTexts, tabTexts } from '../platform/page-storage.ts';
const KEY = 'asked_address';
/** As long as a beta session lasts (S-2), in ms. */
const GOOD_FOR_MS = 2 * 60 * 60 * 1000;
const ANY_ORIGIN = 'https://this-app.invalid';
/** Entry pages, which are never a return address. */
const WAYS_IN = /^\/(beta-access|auth)([/?#]|$)/;

/**
 * Stores the address that a guard refused, to return to after the gate and the sign-in. It is stored for this tab, and
 * for a while for the whole browser, because a link in an e-mail opens another tab.
 */
export function keepAskedAddress(address: string): void {
  // Home is the default anyway.
  if (address === '/' || !isOwnPage(address)) return;
  tabTexts.set(KEY, address);
  localTexts.set(KEY, JSON.stringify({ address, until: Date.now() + GOOD_FOR_MS }));
}

/** The refused address of this tab, or null. */
export function refusedAddressOfTab(): string | null {
  const address = tabTexts.get(KEY);
  return address && isOwnPage(address) ? address : null;
}

/** The refused address of this tab, or a recent one of another tab, or null. */
export function refusedAddressOfAnyTab(): string | null {
  return refusedAddressOfTab() ?? tried(() => readShared(localTexts.get(KEY)));
}

/** Call it once somebody has signed in. */
export function forgetAskedAddress(): void {
  tabTexts.remove(KEY);
  localTexts.remove(KEY);
}

function readShared(text: string | null): string | null {
  const kept: unknown = JSON.parse(text ?? 'null');
  if (typeof kept !== 'object' || kept === null || !('address' in kept) || !('until' in kept)) return null;
  const { address, until } = kept;
  if (typeof address !== 'string' || typeof until !== 'number' || until < Date.now()) return null;
  return isOwnPage(address) ? address : null;
}

/** Whether it is a path of this app. Stored values are untrusted, and '//host' would lead to another site. */
export function isOwnPage(address: string): boolean {
  if (!address.startsWith('/') || WAYS_IN.test(address)) return false;
  return new URL(address, ANY_ORIGIN).origin === ANY_ORIGIN;
}

/** Null if the stored value is from another version and cannot be read. */
function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
