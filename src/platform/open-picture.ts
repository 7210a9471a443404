import { renderToPng, type PictureSize, pictureSize } from './square-picture.ts';

const MAX_BYTES = 5 * 1024 * 1024;
/** Longer side of a rasterised SVG. */
const SVG_PX = 1600;

export const pictureTexts = {
  notImage: 'Must be an image file',
  tooLarge: 'Image must be under 5MB',
  cannotOpen: (kind: string) => `This browser cannot open ${kind} pictures. Save it as JPEG or PNG.`,
} as const;

export type OpenedPicture =
  /** An SVG is rasterised and never sent itself. */
  { kind: 'picture'; picture: Blob; size: PictureSize } | { kind: 'refused'; message: string };

/** Accepts each picture of up to 5 MB that this browser can decode, whatever its name and MIME type. */
export async function openPicture(file: Blob): Promise<OpenedPicture> {
  if (file.size > MAX_BYTES) return refused(pictureTexts.tooLarge);
  const head = await file
    .slice(0, 1024)
    .arrayBuffer()
    .catch(() => null);
  if (!head) return refused(pictureTexts.notImage);
  const bytes = new Uint8Array(head);
  const svgEncoding = svgEncodingOf(bytes);
  if (svgEncoding !== null) {
    const picture = await rasteriseSvg(new TextDecoder(svgEncoding).decode(await file.arrayBuffer()));
    const size = picture && (await pictureSize(picture));
    return size ? { kind: 'picture', picture, size } : refused(pictureTexts.notImage);
  }
  const size = await pictureSize(file);
  if (size) return { kind: 'picture', picture: file, size };
  const kind = kindOf(bytes);
  return refused(kind === null ? pictureTexts.notImage : pictureTexts.cannotOpen(kind));
}

function refused(message: string): OpenedPicture {
  return { kind: 'refused', message };
}

const BRANDS: readonly [RegExp, string][] = [
  [/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)/, 'HEIC'],
  [/^avi[fs]/, 'AVIF'],
  [/^crx/, 'raw camera'],
];
const SIGNATURES: readonly [readonly number[], string][] = [
  [[0x49, 0x49, 0x2a, 0x00], 'TIFF'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'TIFF'],
  [[0xff, 0x0a], 'JPEG XL'],
  [[0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20], 'JPEG XL'],
  [[0x00, 0x00, 0x00, 0x0c, 0x6a, 0x50, 0x20, 0x20], 'JPEG 2000'],
  [[0x38, 0x42, 0x50, 0x53], 'Photoshop'],
];

/** Format of a picture that this browser cannot decode; null for unknown bytes. */
function kindOf(bytes: Uint8Array): string | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.slice(from, to));
  if (text(4, 8) === 'ftyp') {
    // AVIF and HEIC share generic brands, so the first specific brand decides.
    const size = new DataView(bytes.buffer).getUint32(0);
    const brands = [text(8, 12), ...(text(16, Math.min(size, bytes.length)).match(/[\s\S]{4}/g) ?? [])];
    const brand = brands.find((candidate) => /^(avi[fs]|hei|hev|crx)/.test(candidate)) ?? brands[0] ?? '';
    return BRANDS.find(([pattern]) => pattern.test(brand))?.[1] ?? null;
  }
  return SIGNATURES.find(([signature]) => signature.every((byte, i) => bytes[i] === byte))?.[1] ?? null;
}

/** Null for bytes that are no SVG. */
function svgEncodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes);
  return /^\s*(<\?xml|<!--|<!doctype svg|<svg[\s>])/i.test(text) && /<svg[\s>]/i.test(text) ? encoding : null;
}

/** Draws an SVG as an image, which runs no scripts and fetches nothing. Null if the SVG is invalid. */
async function rasteriseSvg(text: string): Promise<Blob | null> {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = parsed.documentElement;
  if (root.localName !== 'svg' || parsed.querySelector('parsererror')) return null;
  const { width, height } = svgSize(root);
  const scale = SVG_PX / Math.max(width, height);
  // Browsers differ for an SVG without a size. Without a viewBox, the new size would not scale the drawing.
  if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  root.setAttribute('width', String(Math.max(1, Math.round(width * scale))));
  root.setAttribute('height', String(Math.max(1, Math.round(height * scale))));
  const address = URL.createObjectURL(
    new Blob([new XMLSerializer().serializeToString(parsed)], { type: 'image/svg+xml' }),
  );
  try {
    const image = new Image();
    image.src = address;
    return await image.decode().then(
      () => renderToPng(image, { width: image.naturalWidth, height: image.naturalHeight }),
      () => null,
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

function svgSize(root: Element): PictureSize {
  const [width, height] = ['width', 'height'].map((side) => {
    const value = root.getAttribute(side) ?? '';
    return /%\s*$/.test(value) ? 0 : Number.parseFloat(value) || 0;
  });
  if (width && height) return { width, height };
  const [, , boxWidth, boxHeight] = (root.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return boxWidth && boxHeight ? { width: boxWidth, height: boxHeight } : { width: 1, height: 1 };
}
