import * as characters from '../platform/characters.ts';
import { messagesTexts } from './messages-texts.ts';

/** Maximum number of characters in a message. */
export const MAX_CHARACTERS = 2000;
/** The counter is shown from this number of characters. */
export const COUNTED_FROM = 1800;

/** Characters of the trimmed text, as the server counts them. */
export function lengthOf(text: string): number {
  return characters.lengthOf(text.trim());
}

/** Why the text is not a valid message, or null. */
export function messageError(text: string): string | null {
  const length = lengthOf(text);
  if (length === 0) return messagesTexts.empty;
  return length > MAX_CHARACTERS ? messagesTexts.tooLong : null;
}

/** The toast for a message that the server refused, worded by the specification. */
export function refusalText({ code, message }: { code: string; message: string }): { title: string; text?: string } {
  if (code === 'not_connected') return { title: messagesTexts.notConnected };
  return { title: messagesTexts.sendFailed, ...(message ? { text: message } : {}) };
}
