import type { Row } from './new-rows.ts';

/** A release's only place in the scene. */
export const releasePlace = '00000000-0000-4000-8000-0000000000a1';
const anotherPlace = '00000000-0000-4000-8000-0000000000a2';

const byName: Readonly<Record<string, readonly [unknown, unknown]>> = {
  artist_name: ['Someone Else', 'Anyone Else'],
  avatar_url: [null, ''],
  awaited: [[releasePlace], []],
  category: ['badge', 'cosmetic'],
  genre: ['Techno', 'House'],
  instagram_url: ['https://instagram.com/one', 'https://instagram.com/two'],
  places: [[releasePlace, anotherPlace], [releasePlace]],
  privacy_setting: ['public', 'private'],
  status: ['accepted', 'declined'],
  tiktok_url: ['https://tiktok.com/@one', 'https://tiktok.com/@two'],
  tip_link: ['https://cash.app/one', 'https://cash.app/two'],
  twitter_url: ['https://x.com/one', 'https://x.com/two'],
  vote_weight: [5, 1],
  website_url: ['https://one.example.com', 'https://two.example.com'],
  youtube_url: ['https://youtube.com/one', 'https://youtube.com/two'],
};

const byType: Readonly<Record<string, readonly [unknown, unknown]>> = {
  bigint: [7, 8],
  boolean: [true, false],
  bytea: ['\\x0102', '\\x0304'],
  date: ['2026-02-01', '2026-02-02'],
  integer: [7, 8],
  jsonb: [{ a: 1 }, {}],
  'numeric(3,2)': [5, 1],
  real: [-9, -8],
  text: ['another', 'a third'],
  tstzmultirange: ['{[2099-01-01,2099-01-02)}', '{}'],
  'timestamp with time zone': ['2099-01-01T00:00:00Z', '2098-01-01T00:00:00Z'],
  xid8: ['7', '8'],
};

/** A value other than the row's. For an id: `me`, or `them` when the row has `me`. */
export function anotherValue(column: string, type: string, row: Row, me: string, them: string): unknown {
  const [first, second] = byName[column] ?? byType[type] ?? [me, them];
  return String(row[column]) === String(first) ? second : first;
}
