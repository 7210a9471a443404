const PLAIN = /^[ -~]*$/;

/** Text for a search that ignores case and accents. */
export function fold(text: string): string {
  // Most text is plain, and a catalogue is folded in one go.
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l');
}
