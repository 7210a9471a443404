import { fold } from '../../sync/model/fold.ts';

/** Narrower genres first, because the first match wins. */
const GENRE_PATTERNS: readonly [RegExp, string][] = [
  [/lo ?fi|chillhop/, 'Lo-Fi'],
  [/hip ?hop|\brap\b|\btrap\b|boom bap|\bgrime\b/, 'Hip-Hop'],
  [/\br ?(and|n) ?b\b|rhythm and blues/, 'R&B'],
  [/drum ?(and|n)? ?bass|\bd ?n ?b\b|\bd and b\b|\bjungle\b/, 'Drum & Bass'],
  [/dubstep/, 'Dubstep'],
  [/techno/, 'Techno'],
  [/\bhouse\b/, 'House'],
  [/ambient|\bdrone\b|new age/, 'Ambient'],
  [/latin|reggaeton|salsa|cumbia|bossa|samba|bachata|merengue/, 'Latin'],
  [/reggae|\bdub\b|\bska\b|dancehall/, 'Reggae'],
  [/afro ?beat|afro ?pop|amapiano|highlife/, 'Afrobeats'],
  [/metal|grindcore/, 'Metal'],
  [/punk|hardcore|\bemo\b/, 'Punk'],
  [/indie|alternative|shoegaze/, 'Indie'],
  [/jazz|bebop|\bbop\b|swing/, 'Jazz'],
  [/soul|funk|disco|motown/, 'Soul & Funk'],
  [/experimental|noise|avant|musique concrete/, 'Experimental'],
  [/electro|\bedm\b|\bidm\b|trance|synth|dance|breakbeat|\bgarage\b|downtempo|trip ?hop/, 'Electronic'],
  [/rock|grunge/, 'Rock'],
  [/\bpop\b/, 'Pop'],
];

export function genreOf(words: readonly string[], genres: readonly string[]): string {
  for (const word of words) {
    const plain = fold(word);
    const match =
      genres.find((genre) => fold(genre) === plain) ??
      GENRE_PATTERNS.find(([pattern]) => pattern.test(plain))?.[1] ??
      '';
    if (genres.includes(match)) return match;
  }
  return '';
}
