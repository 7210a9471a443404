import type { Motif } from '../art/cover.ts';
import type { PaletteName } from '../art/palettes.ts';
import type { Genre } from '../music/compose.ts';
import type { ArtistKey } from './artists.ts';

export interface DemoTrack {
  /** The id derives from the title, which also seeds the randomness of the music and the cover. */
  readonly title: string;
  readonly artist: ArtistKey;
  readonly genre: Genre;
  readonly cover: readonly [Motif, PaletteName];
  readonly sponsored: boolean;
}

type TrackLine = readonly [title: string, genre: Genre, motif: Motif, palette: PaletteName, sponsored?: 'sponsored'];

const byArtist: Readonly<Record<ArtistKey, readonly TrackLine[]>> = {
  'velvet-pylon': [
    ['Kettle, Then Kick', 'House', 'warp', 'citrus', 'sponsored'],
    ['Stairwell Gospel', 'House', 'ribbon', 'plum'],
    ['Every Other Friday', 'House', 'orbits', 'violet'],
    ['Warm Fuse', 'Soul & Funk', 'eye', 'moss'],
  ],
  'unit-nine-weather': [
    ['Level Minus Two', 'Techno', 'cubes', 'slate'],
    ['Barrier Arm', 'Techno', 'sliced', 'bone'],
    ['Pressure Front', 'Techno', 'contours', 'ember', 'sponsored'],
    ['Choir of Fuses', 'Electronic', 'threads', 'brick'],
  ],
  'halogen-fox': [
    ['Eleven Miles of Hedge', 'Drum & Bass', 'furrows', 'harbour'],
    ['Fox on the Hard Shoulder', 'Drum & Bass', 'rays', 'ember'],
    ['Glasshouse Runner', 'Drum & Bass', 'leaves', 'slate', 'sponsored'],
    ['Lane Discipline', 'Electronic', 'pool', 'sky'],
  ],
  'grumbler-and-sons': [
    ['Wardrobe Down Four Flights', 'Dubstep', 'speakers', 'harbour'],
    ['Tail Lift', 'Dubstep', 'volcano', 'violet'],
    ['The Long Wheelbase', 'Dubstep', 'snake', 'moss'],
    ['Sunday Skank', 'Reggae', 'record', 'sky'],
  ],
  'tea-with-mirrors': [
    ['Third Cup', 'Lo-Fi', 'vase', 'brick'],
    ['Rain Check, Again', 'Lo-Fi', 'wires', 'sand'],
    ['Slippers in the Hallway', 'Lo-Fi', 'doorway', 'paper'],
    ['Half a Crossword', 'Jazz', 'tiles', 'bone'],
  ],
  'slow-harbour': [
    ['Foghorn, Tuned', 'Ambient', 'moonTide', 'violet'],
    ['Mooring Lines', 'Ambient', 'scales', 'paper'],
    ['What the Tide Left', 'Ambient', 'planet', 'mint'],
    ['Pilot Boat at Four', 'Ambient', 'pines', 'rose'],
  ],
  'dusty-parcel': [
    ['Return to Sender', 'Hip-Hop', 'town', 'harbour'],
    ['Signed For', 'Hip-Hop', 'cutouts', 'citrus'],
    ['Fragile, This Way Up', 'Hip-Hop', 'fish', 'plum', 'sponsored'],
    ['Left With a Neighbour', 'R&B', 'mushrooms', 'lagoon'],
  ],
  'plastic-cathedral': [
    ['Drum Machine With a Dent', 'Electronic', 'tiles', 'violet'],
    ['Ultramarine Mass', 'Electronic', 'moth', 'cobalt'],
    ['Neon on Wet Stone', 'Pop', 'moonTide', 'cobalt'],
    ['Say It Like a Postcard', 'Pop', 'ribbon', 'citrus'],
  ],
  'marrow-trio': [
    ['Proofing Basket', 'Jazz', 'ladder', 'sand'],
    ['Rye at Midnight', 'Jazz', 'vase', 'slate'],
    ['Butter Side Up', 'Soul & Funk', 'warp', 'brick'],
    ['The Oven Is a Room', 'R&B', 'doorway', 'ember'],
  ],
  'bishop-tallow': [
    ['Candle in the Echo Box', 'Reggae', 'eye', 'ember'],
    ['Good Manners Dub', 'Reggae', 'leaves', 'moss'],
    ['Shed Number Three', 'Reggae', 'birds', 'sand'],
    ['Ferry to the Market', 'Afrobeats', 'scales', 'mint'],
  ],
  'paper-kestrels': [
    ['Squash Court', 'Indie', 'birds', 'mint'],
    ['Kite Weather', 'Indie', 'rays', 'sky'],
    ['Three Amplifiers', 'Rock', 'speakers', 'paper'],
    ['No Refunds After Dark', 'Punk', 'moth', 'brick'],
  ],
  'nought-nought': [
    ['Out of Step, Politely', 'Experimental', 'moire', 'bone'],
    ['Thirteen Against Five', 'Experimental', 'cubes', 'mint'],
    ['Apology of a Fax', 'Experimental', 'cutouts', 'harbour'],
    ['Argument in Brass', 'Experimental', 'sliced', 'citrus'],
  ],
};

/** Alternates between artists, so that the first tracks, which a seeding with `limit` takes, are by several artists. */
export const tracks: readonly DemoTrack[] = [0, 1, 2, 3].flatMap((round) =>
  Object.entries(byArtist).flatMap(([artist, lines]) => {
    const line = lines[round];
    if (line === undefined || !isArtist(artist)) return [];
    const [title, genre, motif, palette, sponsored] = line;
    return [{ title, artist, genre, cover: [motif, palette] as const, sponsored: sponsored === 'sponsored' }];
  }),
);

function isArtist(key: string): key is ArtistKey {
  return key in byArtist;
}
