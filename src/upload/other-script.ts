/**
 * Number of words with at least two letters that contain no Latin letter. 0 if any word has both Latin and other letters, or a Latin
 * letter outside A–Z, such as 'é'.
 */
export function otherScriptWords(text: string): number {
  const words = text.match(/[^\s\p{P}\p{S}\d]+/gu) ?? [];
  const isOther = (word: string) => /^(?:(?!\p{Script=Latin})[\p{L}\p{M}])+$/u.test(word);
  if (!words.every((word) => isOther(word) || /^[a-z]+$/i.test(word))) return 0;
  return words.filter((word) => word.length > 1 && isOther(word)).length;
}
