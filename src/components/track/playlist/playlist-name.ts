import { isBlank } from '../../../platform/blank.ts';
import { lengthOf } from '../../../platform/characters.ts';
import { playlistTexts } from './playlist-texts.ts';

/** In characters. */
export const NAME_MAX = 60;
export const DESCRIPTION_MAX = 500;

/** Why the server would refuse this name; null if it would not. @param name trimmed */
export function problemOfName(name: string) {
  if (isBlank(name)) return playlistTexts.noName;
  return lengthOf(name) > NAME_MAX ? playlistTexts.nameTooLong : null;
}
