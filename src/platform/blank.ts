/** Characters that show nothing: spaces, controls, joiners, direction marks, accents without a letter, and empty letters of Hangul and Braille. */
const UNSEEN = /[\s\p{Z}\p{Cc}\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Whether a name has nothing that shows. The server refuses such names of playlists and releases (`private.name_field`). */
export function isBlank(name: string): boolean {
  return name.replace(UNSEEN, '') === '';
}
