/** Rows name the largest file ('..._large.jpg', an avatar '..._medium.jpg'). Smaller files have the same name with another size. */

/** Longest side in pixels. */
export const PICTURE_SIDES = { small: 160, medium: 480, large: 1024 } as const;

const SIZES = ['small', 'medium', 'large'] as const;
const MARK = /_(small|medium|large)(?=\.[a-z]+(\?.*)?$)/;

export interface PictureFile {
  address: string;
  side: number;
}

/** All files of a picture, the smallest first. Empty if the name has no size. */
export function pictureFiles(largest: string): PictureFile[] {
  const named = MARK.exec(largest)?.[1];
  return SIZES.slice(0, SIZES.findIndex((size) => size === named) + 1).map((size) => ({
    address: inSize(largest, size),
    side: PICTURE_SIDES[size],
  }));
}

/** The addresses of a picture's other sizes, the larger ones first. */
export function otherSizes(address: string): string[] {
  if (!MARK.test(address)) return [];
  return SIZES.map((size) => inSize(address, size))
    .filter((other) => other !== address)
    .reverse();
}

function inSize(address: string, size: (typeof SIZES)[number]): string {
  return address.replace(MARK, `_${size}`);
}
