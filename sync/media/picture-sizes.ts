/**
 * Covers and avatars in the sizes they are shown at. A row contains the path of the largest file, '..._large.jpg' for a cover
 * and '..._medium.jpg' for an avatar; smaller files have the same name with another size. The server accepts such a cover only
 * with all sizes (private.picture_files). Any other name means a single file.
 */

/** Longest side in pixels, from the smallest up. */
export const PICTURE_SIDES = { small: 160, medium: 480, large: 1024 } as const;

const SIZES = ['small', 'medium', 'large'] as const;
const MARK = /_(small|medium|large)(?=\.[a-z]+(\?.*)?$)/;

export interface PictureFile {
  /** Path or address, like the one given. */
  address: string;
  /** Longest side in pixels. */
  side: number;
}

/** The files of a picture, from the smallest up, by the path or address of its largest. Empty if the name has no size. */
export function pictureFiles(largest: string): PictureFile[] {
  const named = MARK.exec(largest)?.[1];
  return SIZES.slice(0, SIZES.findIndex((size) => size === named) + 1).map((size) => ({
    address: inSize(largest, size),
    side: PICTURE_SIDES[size],
  }));
}

/** Addresses of the same picture in other sizes, the larger ones first. */
export function otherSizes(address: string): string[] {
  if (!MARK.test(address)) return [];
  return SIZES.map((size) => inSize(address, size))
    .filter((other) => other !== address)
    .reverse();
}

function inSize(address: string, size: (typeof SIZES)[number]): string {
  return address.replace(MARK, `_${size}`);
}
