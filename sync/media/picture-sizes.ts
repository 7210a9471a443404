/**
 * Covers and avatars in the sizes they are shown at. A row names the largest file of a picture, '..._large.jpg' for a cover and
 * '..._medium.jpg' for an avatar; the smaller ones lie beside it under the same name. The server admits a cover so named only
 * with all of them (private.picture_files). Any other name is one file.
 */

/** Most pixels of a side, from the smallest up. */
export const PICTURE_SIDES = { small: 160, medium: 480, large: 1024 } as const;

const SIZES = ['small', 'medium', 'large'] as const;
const MARK = /_(small|medium|large)(?=\.[a-z]+(\?.*)?$)/;

export interface PictureFile {
  /** Path or address, in the form in which the largest was given. */
  address: string;
  /** Most pixels of its side. */
  side: number;
}

/** The files of a picture by the path or address of its largest, from the smallest up. None where the name tells of no sizes. */
export function pictureFiles(largest: string): PictureFile[] {
  const named = MARK.exec(largest)?.[1];
  return SIZES.slice(0, SIZES.findIndex((size) => size === named) + 1).map((size) => ({
    address: inSize(largest, size),
    side: PICTURE_SIDES[size],
  }));
}

/** Where the same picture may be in other sizes, the larger ones first. */
export function otherSizes(address: string): string[] {
  if (!MARK.test(address)) return [];
  return SIZES.map((size) => inSize(address, size))
    .filter((one) => one !== address)
    .reverse();
}

function inSize(address: string, size: (typeof SIZES)[number]): string {
  return address.replace(MARK, `_${size}`);
}
