import type { Colour } from './canvas.ts';

/** Five print colours. `ground` is the background, `ink` its strongest contrast. */
export interface Palette {
  readonly ground: Colour;
  readonly ink: Colour;
  readonly one: Colour;
  readonly two: Colour;
  readonly three: Colour;
}

export const palettes = {
  harbour: { ground: '#12233B', ink: '#F3E8D0', one: '#F0A830', two: '#D9482B', three: '#2F6690' },
  paper: { ground: '#F1E7D3', ink: '#1D1B22', one: '#E2502F', two: '#1E6E68', three: '#EDB13A' },
  ember: { ground: '#2A0F14', ink: '#F8E3C4', one: '#F2622E', two: '#A8203A', three: '#F7B243' },
  mint: { ground: '#BFDCCB', ink: '#12302E', one: '#F26B4E', two: '#2C7A6B', three: '#F6E7C1' },
  violet: { ground: '#2B1B4D', ink: '#F5E6F0', one: '#F25C8A', two: '#6C4BD1', three: '#F7C548' },
  sand: { ground: '#E6CFA4', ink: '#3A1F1A', one: '#C8452C', two: '#33658A', three: '#F4EBD8' },
  moss: { ground: '#1F3325', ink: '#EFE9CF', one: '#E3B23C', two: '#5B8E55', three: '#D9603B' },
  sky: { ground: '#8EC1DA', ink: '#14213D', one: '#F4D35E', two: '#EE6352', three: '#F7F3E8' },
  rose: { ground: '#F0B7B3', ink: '#3B1430', one: '#D7263D', two: '#1B998B', three: '#FBF1E3' },
  cobalt: { ground: '#1C3FAA', ink: '#F6EFDF', one: '#FF7A59', two: '#0F225E', three: '#FFD166' },
  slate: { ground: '#2B2D33', ink: '#EDE6DA', one: '#C9F05A', two: '#5B6470', three: '#F2784B' },
  plum: { ground: '#431C3A', ink: '#F9E9D6', one: '#F0567A', two: '#83315F', three: '#7CC6B8' },
  citrus: { ground: '#F6C63F', ink: '#20160F', one: '#E4432D', two: '#2D6A6A', three: '#FFF4DA' },
  bone: { ground: '#EDE4D6', ink: '#22252B', one: '#3457D5', two: '#C8553D', three: '#B9C4B1' },
  lagoon: { ground: '#0E4749', ink: '#F2EBD9', one: '#F2B950', two: '#2A8C82', three: '#E9603F' },
  brick: { ground: '#B8432F', ink: '#F7EAD3', one: '#F2B544', two: '#5C1A1B', three: '#1D4E5A' },
} as const satisfies Readonly<Record<string, Palette>>;

export type PaletteName = keyof typeof palettes;
