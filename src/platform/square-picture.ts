const QUALITY = 0.85;

/** In pixels after EXIF rotation. */
export interface PictureSize {
  width: number;
  height: number;
}

/** In pixels after EXIF rotation. */
export interface Square {
  x: number;
  y: number;
  size: number;
}

export async function renderToPng(image: CanvasImageSource, { width, height }: PictureSize): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => {
    try {
      canvas.toBlob(resolve, 'image/png');
    } catch {
      // WebKit denies the pixels of an SVG with foreign content.
      resolve(null);
    }
  });
}

export async function pictureSize(picture: Blob): Promise<PictureSize | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/**
 * Cuts a square JPEG of at most `maxPx`: the area, or the centre. EXIF data, such as place and time, is dropped.
 * @returns null if the browser cannot decode the picture
 */
export async function cropSquare(picture: Blob, area: Square | undefined, maxPx: number): Promise<Blob | null> {
  // createImageBitmap applies the EXIF rotation by default.
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return null;
  try {
    const { x, y, size } = area ?? centreCrop(bitmap);
    const side = Math.max(1, Math.min(maxPx, Math.round(size)));
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) return null;
    // JPEG has no transparency, and canvas would turn it black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, x, y, size, size, 0, 0, side, side);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } finally {
    bitmap.close();
  }
}

function centreCrop({ width, height }: PictureSize): Square {
  const size = Math.min(width, height);
  return { x: (width - size) / 2, y: (height - size) / 2, size };
}
