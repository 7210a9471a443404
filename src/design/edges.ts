/**
 * The page is inset by the notch at its sides (index.html). These styles extend a bar over the inset, while its content
 * stays in place.
 */
export const overEdges = {
  ml: 'calc(-1 * env(safe-area-inset-left))',
  mr: 'calc(-1 * env(safe-area-inset-right))',
  pl: 'env(safe-area-inset-left)',
  pr: 'env(safe-area-inset-right)',
} as const;

/** Distance from the window's edge, plus the notch. */
export const fromLeft = (gap: string) => `calc(${gap} + env(safe-area-inset-left))`;
export const fromRight = (gap: string) => `calc(${gap} + env(safe-area-inset-right))`;
