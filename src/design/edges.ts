/**
 * The page is inset by the notch at its sides (index.html). A bar with a background extends over that inset to both edges of the window,
 * while its content stays in place.
 */
export const overEdges = {
  ml: 'calc(-1 * env(safe-area-inset-left))',
  mr: 'calc(-1 * env(safe-area-inset-right))',
  pl: 'env(safe-area-inset-left)',
  pr: 'env(safe-area-inset-right)',
} as const;

/** Offsets of fixed elements from the left and the right edge of the window, plus the notch. */
export const fromLeft = (gap: string) => `calc(${gap} + env(safe-area-inset-left))`;
export const fromRight = (gap: string) => `calc(${gap} + env(safe-area-inset-right))`;
