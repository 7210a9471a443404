import { coloursOf, madeLines } from './made-lines.ts';

const SIDE_PX = 512;

/** A made cover as the address of a PNG: lock screens show no drawings. Empty where the browser does not draw. */
export function drawMadeCover(id: string): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE_PX, height: SIDE_PX });
  const context = canvas.getContext('2d');
  if (!context) return '';
  const [ground, ink] = coloursOf(id);
  context.fillStyle = ground;
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.scale(SIDE_PX / 100, SIDE_PX / 100);
  context.strokeStyle = ink;
  context.lineWidth = 3;
  for (const { d, y } of madeLines(id)) {
    const line = new Path2D();
    line.addPath(new Path2D(d), { f: y });
    context.stroke(line);
  }
  return canvas.toDataURL('image/png');
}
