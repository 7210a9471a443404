import { coloursOf, coverLines } from '../../../design/generated-cover.tsx';
import { strata } from '../../../design/strata.tsx';
import { firstCharacters } from '../../../platform/format.ts';
import { pictureFor } from '../../../platform/picture-for.ts';
import { PRODUCT_NAME } from '../../../platform/product.ts';
import { fitted, isRightToLeft } from './fit-text.ts';
import type { RecapWords } from './recap-words.ts';

/** Size of the finished picture in px, 9:16. */
export const PICTURE = { width: 1080, height: 1920 } as const;

const BRAND = PRODUCT_NAME.toLowerCase();

/** The picture has the same colours in dark and light mode. */
const PAPER = '#F5EFE6';
const INK = '#14110F';

// All lengths below are in units of the design, 334 wide.
const WIDTH = 334;
const UNIT = PICTURE.width / WIDTH;
const HEIGHT = PICTURE.height / UNIT;
const EDGE = 20;
const INNER = WIDTH - 2 * EDGE;
const COVER = 60;
const AVATAR = 26;

/** A font or a picture that has not arrived within this time is left out. */
const WAIT_MS = 4000;

interface Families {
  display: string;
  ui: string;
}

interface Assets {
  families: Families;
  cover: HTMLImageElement | null;
  avatar: HTMLImageElement | null;
}

/** Draws once fonts and pictures are loaded, or have failed to. @returns false if there is no canvas, or the drawing was aborted */
export async function drawRecap(canvas: HTMLCanvasElement, words: RecapWords, signal: AbortSignal): Promise<boolean> {
  const families = familiesOf(canvas);
  const [cover, avatar] = await Promise.all([
    openImage(words.mostPlayed?.coverSrc ?? null, COVER),
    openImage(words.avatarSrc, AVATAR),
    loadFonts(families, words),
  ]);
  const context = signal.aborted ? null : canvas.getContext('2d', { alpha: false });
  if (!context) return false;
  context.setTransform(UNIT, 0, 0, UNIT, 0, 0);
  drawWords(context, words, { families, cover, avatar });
  return true;
}

function familiesOf(element: Element): Families {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--chakra-fonts-${name}`).trim() || 'sans-serif';
  return { display: of('display'), ui: of('ui') };
}

/** A canvas does not wait for fonts, and does not redraw when they arrive. */
async function loadFonts({ display, ui }: Families, words: RecapWords): Promise<void> {
  const text = [BRAND, JSON.stringify(words)].join('');
  const fonts = [`900 90px ${display}`, `700 13px ${display}`, `400 13px ${ui}`, `600 13px ${ui}`];
  await within(Promise.allSettled(fonts.map((font) => document.fonts.load(font, text))));
}

/** Null without the picture: it may be neither on the device nor reachable. */
async function openImage(src: string | null, px: number): Promise<HTMLImageElement | null> {
  if (src === null) return null;
  const image = new Image();
  // Without CORS the canvas could not be exported.
  image.crossOrigin = 'anonymous';
  image.src = pictureFor(src, px * UNIT, 1);
  return within(
    image.decode().then(
      () => image,
      () => null,
    ),
  );
}

async function within<T>(work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WAIT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function drawWords(context: CanvasRenderingContext2D, words: RecapWords, { families, cover, avatar }: Assets): void {
  const { display, ui } = families;
  const write = writer(context);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = context.strokeStyle = INK;
  context.lineJoin = context.lineCap = 'round';

  drawMark(context, EDGE, 20, 24);
  write(BRAND, { font: `800 14px ${display}`, x: EDGE + 32, y: 37, width: 130 });
  write(words.month, { font: `700 13px ${display}`, x: WIDTH - EDGE, y: 37, width: 130, align: 'right' });
  drawFigure(context, words.minutes, display);
  write(words.unit, { font: `750 19px ${display}`, x: EDGE, y: 170, width: INNER, shrinks: true });

  let bottom = HEIGHT - 18;
  if (words.name !== '') {
    const top = bottom - AVATAR;
    drawRound(context, EDGE, top, avatar, words.name, ui);
    write(words.name, { font: `600 13px ${ui}`, x: EDGE + AVATAR + 9, y: top + 17.5, width: INNER - AVATAR - 9 });
    bottom = top - 14;
  }
  if (words.support) {
    write(words.support.label, { font: `500 12px ${ui}`, x: EDGE, y: bottom - 24, width: INNER });
    write(words.support.names, { font: `600 13px ${ui}`, x: EDGE, y: bottom - 6, width: INNER });
    bottom -= 38 + 14;
  }
  if (words.mostPlayed) {
    const { id, label, title, artist } = words.mostPlayed;
    const top = bottom - COVER;
    drawCover(context, EDGE, top, cover, id);
    const beside = { x: EDGE + COVER + 12, width: INNER - COVER - 12 };
    write(label, { font: `500 12px ${ui}`, y: top + 14, ...beside });
    write(title, { font: `750 17px ${display}`, y: top + 35, ...beside });
    write(artist, { font: `400 13px ${ui}`, y: top + 53, ...beside });
    bottom = top - 16;
  }
  if (words.mostPlayed || words.support) {
    context.fillRect(EDGE, bottom, INNER, 2);
    bottom -= 16;
  }
  const column = (INNER - 24) / 3;
  for (const [i, { value, label }] of words.figures.entries()) {
    const place = { x: EDGE + i * (column + 12), width: column };
    write(value, { font: `850 30px ${display}`, y: bottom - 26, spacing: -0.04 * 30, shrinks: true, ...place });
    write(label, { font: `500 13px ${ui}`, y: bottom - 4, shrinks: true, ...place });
  }
  bottom -= 51 + 12;
  context.fillRect(EDGE, bottom, INNER, 2);
  drawStrata(context, 178, bottom);
}

interface Place {
  font: string;
  x: number;
  /** Of the baseline. */
  y: number;
  width: number;
  align?: 'left' | 'right';
  spacing?: number;
  /** Whether a long text gets smaller. Otherwise it is truncated. */
  shrinks?: boolean;
}

/** Writes one line, which never leaves its box: names may have a hundred combining marks. */
function writer(context: CanvasRenderingContext2D) {
  return (text: string, { font, x, y, width, align = 'left', spacing = 0, shrinks = false }: Place): void => {
    context.save();
    context.font = font;
    context.textAlign = align;
    context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
    context.letterSpacing = `${spacing}px`;
    const measure = (part: string) => context.measureText(part).width;
    const size = Number(/(\d+)px/.exec(font)?.[1]);
    context.beginPath();
    context.rect(align === 'left' ? x - 2 : x - width - 2, y - size * 1.1, width + 4, size * 1.5);
    context.clip();
    if (shrinks) {
      const scale = Math.min(1, width / measure(text));
      context.translate(x, y);
      context.scale(scale, scale);
      context.fillText(text, 0, 0);
    } else context.fillText(fitted(text, width, measure), x, y);
    context.restore();
  };
}

/** Draws the minutes in large type, which shrinks to the picture's width. */
function drawFigure(context: CanvasRenderingContext2D, text: string, display: string): void {
  context.save();
  context.font = `900 90px ${display}`;
  context.letterSpacing = `${-0.06 * 90}px`;
  const scale = Math.min(1, (INNER + 6) / context.measureText(text).width);
  context.translate(EDGE - 5, 137);
  context.scale(scale, scale);
  context.fillText(text, 0, 0);
  context.restore();
}

function drawMark(context: CanvasRenderingContext2D, x: number, y: number, side: number): void {
  context.save();
  context.translate(x, y);
  context.scale(side / 28, side / 28);
  context.lineWidth = 2.8;
  context.stroke(new Path2D('M1.5 8H8v7.5a6 6 0 0 0 12 0V8h6.5'));
  context.restore();
}

function drawStrata(context: CanvasRenderingContext2D, top: number, bottom: number): void {
  const height = Math.min(150, bottom - top - 12);
  context.save();
  context.translate(0, (top + bottom - height) / 2);
  for (const { d, strokeWidth } of strata(WIDTH, height, 9)) {
    context.lineWidth = strokeWidth;
    context.stroke(new Path2D(d));
  }
  context.restore();
}

function drawCover(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  image: HTMLImageElement | null,
  trackId: string,
): void {
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.roundRect(0, 0, COVER, COVER, 3);
  context.clip();
  if (image) drawSquare(context, image, COVER);
  else {
    const [ground, ink] = coloursOf(trackId);
    context.fillStyle = ground;
    context.fillRect(0, 0, COVER, COVER);
    context.scale(COVER / 100, COVER / 100);
    context.strokeStyle = ink;
    context.lineWidth = 3;
    context.stroke(new Path2D(coverLines(trackId)));
  }
  context.restore();
}

function drawRound(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  image: HTMLImageElement | null,
  name: string,
  ui: string,
): void {
  context.save();
  context.translate(x, y);
  context.beginPath();
  context.arc(AVATAR / 2, AVATAR / 2, AVATAR / 2, 0, 2 * Math.PI);
  context.clip();
  if (image) drawSquare(context, image, AVATAR);
  else {
    context.fillRect(0, 0, AVATAR, AVATAR);
    context.fillStyle = PAPER;
    context.font = `600 11px ${ui}`;
    context.textAlign = 'center';
    context.fillText(firstCharacters(name), AVATAR / 2, AVATAR / 2 + 4);
  }
  context.restore();
}

/** Draws the centre square of the image. */
function drawSquare(context: CanvasRenderingContext2D, image: HTMLImageElement, side: number): void {
  const { naturalWidth: width, naturalHeight: height } = image;
  const cut = Math.min(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side);
}
