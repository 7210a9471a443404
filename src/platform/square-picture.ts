const QUALITY = 0.85;

/** In pixels of the picture as it is seen, upright. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A square of a picture, in pixels of the picture as it is seen, upright. */
export interface Square {
  x: number;
  y: number;
  size: number;
}

/** What an image shows, as a PNG of this size. Null when the browser gives no pixels of it. */
export async function drawnSize(image: CanvasImageSource, { width, height }: PictureSize): Promise<Blob | null> {
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
      // WebKit gives no pixels of a drawing with foreign content in it.
      resolve(null);
    }
  });
}

/** A picture's size, upright; null when the browser cannot draw it. */
export async function pictureSize(picture: Blob): Promise<PictureSize | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}

/**
 * A square of a picture as a JPEG of at most `mostPx` pixels a side, upright whatever the camera noted (EXIF), and without what
 * else it noted: where and when. Null when the browser cannot read it as a picture.
 * @param area what is kept; the largest square around the middle without it
 */
export async function cropSquare(picture: Blob, area: Square | undefined, mostPx: number): Promise<Blob | null> {
  // Turned as the camera noted by default.
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return null;
  try {
    const { x, y, size } = area ?? middleOf(bitmap);
    const side = Math.max(1, Math.min(mostPx, Math.round(size)));
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) return null;
    // A JPEG has no holes: what shines through is white, not black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, x, y, size, size, 0, 0, side, side);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  } finally {
    bitmap.close();
  }
}

function middleOf({ width, height }: PictureSize): Square {
  const size = Math.min(width, height);
  return { x: (width - size) / 2, y: (height - size) / 2, size };
}
