export interface Words {
  readonly kind: string;
  /** Typed on the device, key by key. */
  readonly typed: string;
  /** Searched on the server, each several times. */
  readonly searched: readonly string[];
}

/** Search words of several kinds, for the titles and names that seed-tracks.ts makes. */
export const allWords: readonly Words[] = [
  { kind: 'one letter', typed: 'm', searched: ['m', 's', 'q', 'z'] },
  { kind: 'two letters', typed: 'mi', searched: ['mi', 'si', 'ar', 'qu'] },
  { kind: 'a common word', typed: 'midnight', searched: ['midnight', 'silver', 'quarry', 'house'] },
  { kind: 'a common beginning', typed: 'midn', searched: ['midn', 'silv', 'gar', 'coll'] },
  {
    kind: 'two common words',
    typed: 'silver gar',
    searched: ['silver garden', 'midnight ferry', 'golden isl', 'amber archive'],
  },
  { kind: 'a rare word', typed: '777', searched: ['777', '912', '431', '858'] },
  {
    kind: 'a common and a rare word',
    typed: 'silver 77',
    searched: ['silver 777', 'midnight 912', 'garden 431', 'hollow 858'],
  },
  { kind: 'a misspelt word', typed: 'midnihgt', searched: ['midnihgt', 'silvre', 'qarry', 'archve'] },
  { kind: 'nothing found', typed: 'zyxwvu', searched: ['zyxwvu', 'xqzjk', 'vvkqxj', 'wxyzzyxw'] },
  { kind: 'Cyrillic', typed: 'полночь', searched: ['полночь', 'мост', 'зеркало', 'сад'] },
  { kind: 'Japanese', typed: '真夜中', searched: ['真夜中', '橋', '真夜中の橋', '鏡の島'] },
  { kind: 'Arabic', typed: 'جزيرة', searched: ['جزيرة', 'جسر', 'مرآة', 'منتصف جسر'] },
];
