import { Random } from '../random.ts';
import { Canvas } from './canvas.ts';
import { birds, eye, fish, moth, mushrooms, snake } from './covers/creature.ts';
import { planet, town, furrows, moonTide, pines, pool, rays, scales } from './covers/landscape.ts';
import { contours, cubes, moire, orbits, ribbon, sliced, threads, tiles, warp } from './covers/pattern.ts';
import { cutouts, doorway, ladder, leaves, record, speakers, vase, volcano, wires } from './covers/object.ts';
import { palettes, type PaletteName } from './palettes.ts';
import { encodePng } from './png.ts';

const motifs = {
  planet,
  birds,
  town,
  contours,
  cubes,
  cutouts,
  doorway,
  eye,
  fish,
  furrows,
  ladder,
  leaves,
  moire,
  moonTide,
  moth,
  mushrooms,
  orbits,
  pines,
  pool,
  rays,
  record,
  ribbon,
  scales,
  sliced,
  snake,
  speakers,
  threads,
  tiles,
  vase,
  volcano,
  warp,
  wires,
};

export type Motif = keyof typeof motifs;

const DRAWN_PX = 800;

/** Draws a PNG of at most `maxPx` a side. The same seed gives the same bytes. */
export function drawCover(motif: Motif, palette: PaletteName, seed: string, maxPx = DRAWN_PX): Uint8Array {
  const inks = palettes[palette];
  const canvas = new Canvas(DRAWN_PX, inks.ground);
  motifs[motif](canvas, new Random(`cover ${seed}`), inks);
  return encodePng(maxPx < DRAWN_PX ? canvas.shrunkTo(maxPx) : canvas);
}

export const motifNames = Object.keys(motifs).filter((name): name is Motif => name in motifs);
