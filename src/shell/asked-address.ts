import { localTexts, tabTexts } from '../platform/page-storage.ts';
const KEY = 'asked_address';
/** As long as the beta session that it waits for (S-2), in ms. */
const GOOD_FOR_MS = 2 * 60 * 60 * 1000;
const ANY_ORIGIN = 'https://this-app.invalid';
/** Pages that lead in; nobody asks for them. */
const WAYS_IN = /^\/(beta-access|auth)([/?#]|$)/;

/**
 * The address that a guard turned away, to return to after the gate and the sign-in. It is kept for this tab, and for a
 * while for the whole browser, since the link of a mail opens in another tab.
 */
export function keepAskedAddress(address: string): void {
  // Home is where everybody lands anyway.
  if (address === '/' || !isOwnPage(address)) return;
  tabTexts.set(KEY, address);
  localTexts.set(KEY, JSON.stringify({ address, until: Date.now() + GOOD_FOR_MS }));
}

/** The address that was asked for in this tab, or null. */
export function askedHere(): string | null {
  const address = tabTexts.get(KEY);
  return address && isOwnPage(address) ? address : null;
}

/** The address that was asked for in this tab or, not long ago, in another one; or null. */
export function askedAnywhere(): string | null {
  return askedHere() ?? tried(() => readShared(localTexts.get(KEY)));
}

/** Once somebody is in, nothing is waited for any more. */
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

/** Whether it is a path of this app: storage is no safer than an address bar, and '//host' leads elsewhere. */
export function isOwnPage(address: string): boolean {
  if (!address.startsWith('/') || WAYS_IN.test(address)) return false;
  return new URL(address, ANY_ORIGIN).origin === ANY_ORIGIN;
}

/** Storage may hold what another version wrote; then nothing was asked for. */
function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
