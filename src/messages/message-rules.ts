import * as characters from '../platform/characters.ts';
import { messagesTexts } from './messages-texts.ts';

/** Characters that a message has at most. */
export const MOST_CHARACTERS = 2000;
/** From so many on the counter shows. */
export const COUNTED_FROM = 1800;

/** Characters of what would be sent, as the server counts them. */
export function lengthOf(text: string): number {
  return characters.lengthOf(text.trim());
}

/** Why this cannot be a message, or null. */
export function messageError(text: string): string | null {
  const length = lengthOf(text);
  if (length === 0) return messagesTexts.empty;
  return length > MOST_CHARACTERS ? messagesTexts.tooLong : null;
}

/** The server's no to a message, in the specification's words. */
export function refusalWords({ code, message }: { code: string; message: string }): { title: string; text?: string } {
  if (code === 'not_connected') return { title: messagesTexts.notConnected };
  return { title: messagesTexts.sendFailed, ...(message ? { text: message } : {}) };
}
