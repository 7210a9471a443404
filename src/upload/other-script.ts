/** How many words of two letters or more are in another script than the Latin one; 0 if a word mixes scripts, or has letters like 'é'. */
export function otherScriptWords(text: string): number {
  const words = text.match(/[^\s\p{P}\p{S}\d]+/gu) ?? [];
  const isOther = (word: string) => /^(?:(?!\p{Script=Latin})[\p{L}\p{M}])+$/u.test(word);
  if (!words.every((word) => isOther(word) || /^[a-z]+$/i.test(word))) return 0;
  return words.filter((word) => word.length > 1 && isOther(word)).length;
}
