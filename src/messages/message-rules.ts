import * as characters from '../platform/characters.ts';
import { messagesTexts } from './messages-texts.ts';

export const MAX_CHARACTERS = 2000;
/** From this length on, the composer shows a counter. */
export const COUNTED_FROM = 1800;

/** Length of the trimmed text in code points, as the server counts. */
export function lengthOf(text: string): number {
  return characters.lengthOf(text.trim());
}

export function messageError(text: string): string | null {
  const length = lengthOf(text);
  if (length === 0) return messagesTexts.empty;
  return length > MAX_CHARACTERS ? messagesTexts.tooLong : null;
}

/** The toast about a refused message, in the words of the specification. */
export function refusalText({ code, message }: { code: string; message: string }): { title: string; text?: string } {
  if (code === 'not_connected') return { title: messagesTexts.notConnected };
  return { title: messagesTexts.sendFailed, ...(message ? { text: message } : {}) };
}
