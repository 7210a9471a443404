/**
 * The page keeps clear of a notch at its sides (index.html). A bar whose colour runs to both edges of the window bleeds over that, and
 * keeps what is in it where it was.
 */
export const overEdges = {
  ml: 'calc(-1 * env(safe-area-inset-left))',
  mr: 'calc(-1 * env(safe-area-inset-right))',
  pl: 'env(safe-area-inset-left)',
  pr: 'env(safe-area-inset-right)',
} as const;

/** So far from the left and the right edge of the window stands what is fixed there, and clear of a notch. */
export const fromLeft = (gap: string) => `calc(${gap} + env(safe-area-inset-left))`;
export const fromRight = (gap: string) => `calc(${gap} + env(safe-area-inset-right))`;
