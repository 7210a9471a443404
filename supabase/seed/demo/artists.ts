import type { Portrait } from '../art/avatar.ts';

export interface DemoArtist {
  /** Never change a key: the artist's id derives from it. */
  readonly key: string;
  readonly name: string;
  readonly bio: string;
  readonly portrait: Portrait;
}

export const artists = [
  {
    key: 'velvet-pylon',
    name: 'Velvet Pylon',
    bio: 'House from a substation that the city forgot to switch off. Two decks, one kettle, every other Friday.',
    portrait: { palette: 'violet', skin: '#8D5A3C', hair: 'curls', hairColour: '#1F1418', extra: 'headphones' },
  },
  {
    key: 'unit-nine-weather',
    name: 'Unit Nine Weather',
    bio: 'Techno for empty car parks. Recorded in one take, because the landlord comes home at six.',
    portrait: { palette: 'slate', skin: '#E9B894', hair: 'bald', hairColour: '#3A3A3A', extra: 'shades' },
  },
  {
    key: 'halogen-fox',
    name: 'Halogen Fox',
    bio: 'Drum and bass, and the drive home after it. I sample my own breaks so that I can argue with myself.',
    portrait: { palette: 'harbour', skin: '#F0C9A8', hair: 'cap', hairColour: '#5A2E1D', extra: 'none' },
  },
  {
    key: 'grumbler-and-sons',
    name: 'Grumbler & Sons',
    bio: 'Family business. Low end since 1987, first the removals van, now this.',
    portrait: { palette: 'moss', skin: '#C98F6B', hair: 'beanie', hairColour: '#4B2C20', extra: 'beard' },
  },
  {
    key: 'tea-with-mirrors',
    name: 'Tea With Mirrors',
    bio: 'Slow beats on old tape. Made between the second and the third cup.',
    portrait: { palette: 'rose', skin: '#F3D3B8', hair: 'bun', hairColour: '#6B2D1F', extra: 'glasses' },
  },
  {
    key: 'slow-harbour',
    name: 'Slow Harbour',
    bio: 'Long notes for short nights. Some of these were tuned to the foghorn across the bay.',
    portrait: { palette: 'lagoon', skin: '#A86F4B', hair: 'long', hairColour: '#20161A', extra: 'none' },
  },
  {
    key: 'dusty-parcel',
    name: 'Dusty Parcel',
    bio: 'Beats, crates and unpaid parking tickets. Looking for a voice: write to me.',
    portrait: { palette: 'citrus', skin: '#6E432C', hair: 'hood', hairColour: '#140E10', extra: 'none' },
  },
  {
    key: 'plastic-cathedral',
    name: 'Plastic Cathedral',
    bio: 'Two synthesisers and one drum machine with a dent. Choruses guaranteed.',
    portrait: { palette: 'cobalt', skin: '#F1C7A5', hair: 'bob', hairColour: '#EFE3CC', extra: 'none' },
  },
  {
    key: 'marrow-trio',
    name: 'The Marrow Trio',
    bio: 'Bass, keys, drums and whoever brings a horn. Thursdays at the back of the bakery.',
    portrait: { palette: 'brick', skin: '#7B4A30', hair: 'crop', hairColour: '#1A1213', extra: 'moustache' },
  },
  {
    key: 'bishop-tallow',
    name: 'Bishop Tallow',
    bio: 'Dub from a shed with good manners and a bad echo box. Bring your own subwoofer.',
    portrait: { palette: 'ember', skin: '#5E3826', hair: 'beanie', hairColour: '#160F10', extra: 'glasses' },
  },
  {
    key: 'paper-kestrels',
    name: 'Paper Kestrels',
    bio: 'Four friends, three amplifiers. The first single was recorded in a squash court.',
    portrait: { palette: 'mint', skin: '#EFC3A2', hair: 'mohawk', hairColour: '#D7263D', extra: 'none' },
  },
  {
    key: 'nought-nought',
    name: 'Nought Nought',
    bio: 'Machines that fall out of step, and what happens next. Headphones advised, explanations refused.',
    portrait: { palette: 'bone', skin: '#D9A27C', hair: 'crop', hairColour: '#3457D5', extra: 'shades' },
  },
] as const satisfies readonly DemoArtist[];

export type ArtistKey = (typeof artists)[number]['key'];
