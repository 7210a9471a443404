import type { Colour } from './canvas.ts';

/** `ground` is the background, `ink` its strongest contrast. */
export interface Palette {
  readonly ground: Colour;
  readonly ink: Colour;
  readonly primary: Colour;
  readonly secondary: Colour;
  readonly tertiary: Colour;
}

export const palettes = {
  harbour: { ground: '#12233B', ink: '#F3E8D0', primary: '#F0A830', secondary: '#D9482B', tertiary: '#2F6690' },
  paper: { ground: '#F1E7D3', ink: '#1D1B22', primary: '#E2502F', secondary: '#1E6E68', tertiary: '#EDB13A' },
  ember: { ground: '#2A0F14', ink: '#F8E3C4', primary: '#F2622E', secondary: '#A8203A', tertiary: '#F7B243' },
  mint: { ground: '#BFDCCB', ink: '#12302E', primary: '#F26B4E', secondary: '#2C7A6B', tertiary: '#F6E7C1' },
  violet: { ground: '#2B1B4D', ink: '#F5E6F0', primary: '#F25C8A', secondary: '#6C4BD1', tertiary: '#F7C548' },
  sand: { ground: '#E6CFA4', ink: '#3A1F1A', primary: '#C8452C', secondary: '#33658A', tertiary: '#F4EBD8' },
  moss: { ground: '#1F3325', ink: '#EFE9CF', primary: '#E3B23C', secondary: '#5B8E55', tertiary: '#D9603B' },
  sky: { ground: '#8EC1DA', ink: '#14213D', primary: '#F4D35E', secondary: '#EE6352', tertiary: '#F7F3E8' },
  rose: { ground: '#F0B7B3', ink: '#3B1430', primary: '#D7263D', secondary: '#1B998B', tertiary: '#FBF1E3' },
  cobalt: { ground: '#1C3FAA', ink: '#F6EFDF', primary: '#FF7A59', secondary: '#0F225E', tertiary: '#FFD166' },
  slate: { ground: '#2B2D33', ink: '#EDE6DA', primary: '#C9F05A', secondary: '#5B6470', tertiary: '#F2784B' },
  plum: { ground: '#431C3A', ink: '#F9E9D6', primary: '#F0567A', secondary: '#83315F', tertiary: '#7CC6B8' },
  citrus: { ground: '#F6C63F', ink: '#20160F', primary: '#E4432D', secondary: '#2D6A6A', tertiary: '#FFF4DA' },
  bone: { ground: '#EDE4D6', ink: '#22252B', primary: '#3457D5', secondary: '#C8553D', tertiary: '#B9C4B1' },
  lagoon: { ground: '#0E4749', ink: '#F2EBD9', primary: '#F2B950', secondary: '#2A8C82', tertiary: '#E9603F' },
  brick: { ground: '#B8432F', ink: '#F7EAD3', primary: '#F2B544', secondary: '#5C1A1B', tertiary: '#1D4E5A' },
} as const satisfies Readonly<Record<string, Palette>>;

export type PaletteName = keyof typeof palettes;
