import { mixDown } from './mix.ts';
import { Song } from './song.ts';
import type { Stereo } from './sound.ts';
import type { Style } from './style.ts';
import { afrobeats } from './styles/afrobeats.ts';
import { ambient } from './styles/ambient.ts';
import { indie, punk, rock } from './styles/band.ts';
import { drumAndBass } from './styles/drum-and-bass.ts';
import { dubstep } from './styles/dubstep.ts';
import { electronic } from './styles/electronic.ts';
import { experimental } from './styles/experimental.ts';
import { hipHop } from './styles/hip-hop.ts';
import { house } from './styles/house.ts';
import { jazz } from './styles/jazz.ts';
import { loFi } from './styles/lo-fi.ts';
import { pop } from './styles/pop.ts';
import { reggae } from './styles/reggae.ts';
import { rhythmAndBlues, soulAndFunk } from './styles/soul.ts';
import { techno } from './styles/techno.ts';

const styles = {
  'Hip-Hop': hipHop,
  'R&B': rhythmAndBlues,
  'Soul & Funk': soulAndFunk,
  Electronic: electronic,
  House: house,
  Techno: techno,
  'Drum & Bass': drumAndBass,
  Dubstep: dubstep,
  'Lo-Fi': loFi,
  Ambient: ambient,
  Rock: rock,
  Punk: punk,
  Indie: indie,
  Pop: pop,
  Jazz: jazz,
  Reggae: reggae,
  Afrobeats: afrobeats,
  Experimental: experimental,
} as const satisfies Readonly<Record<string, Style>>;

export type Genre = keyof typeof styles;

/** Composes 40 to 60 s at 44.1 kHz. The same seed gives the same samples. `seconds` ends the piece early. */
export function compose(genre: Genre, seed: string, seconds?: number): Stereo {
  const style: Style = styles[genre];
  const song = new Song(`${genre} ${seed}`, style, seconds);
  return mixDown(song, style.arrange(song));
}

export const genres = Object.keys(styles).filter((name): name is Genre => name in styles);
