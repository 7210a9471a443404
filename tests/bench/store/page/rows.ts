import type { TrackRow } from '../../../../sync/model/tables/tracks.ts';

const genres = ['House', 'Techno', 'Dub', 'Jungle', 'Ambient'];

/** A track whose place in the lists follows from its number. */
export function trackRow(number: number, rev = 1): TrackRow {
  const id = `${hex(number * 2_654_435_761, 8)}-0000-4000-8000-${hex(number, 12)}`;
  const owner = `${hex(number % 500, 8)}-0000-4000-8000-000000000000`;
  return {
    id,
    rev,
    user_id: owner,
    title: `Undertow ${number}`,
    artist_name: `Artist ${number % 500}`,
    genre: genres[number % genres.length] ?? '',
    audio_url: `${owner}/${id}.mp3`,
    cover_url: `${owner}/${id}.webp`,
    duration_ms: 180_000 + number,
    audio_bytes: 4_000_000 + number,
    radio_opt_in: true,
    is_public: true,
    hidden_at: null,
    sponsored: false,
    sponsored_at: null,
    counts_rev: rev,
    play_count: number % 977,
    total_votes: number % 31,
    average_vote_rating: (number % 41) / 8,
    highlighted_until: null,
    created_at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  };
}

const hex = (value: number, length: number) => (value % 16 ** 8).toString(16).padStart(length, '0');
