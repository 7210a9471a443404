/** Extends a bar to the window's edges, although the page is inset by a notch (index.html). The bar's content stays in place. */
export const overEdges = {
  ml: 'calc(-1 * env(safe-area-inset-left))',
  mr: 'calc(-1 * env(safe-area-inset-right))',
  pl: 'env(safe-area-inset-left)',
  pr: 'env(safe-area-inset-right)',
} as const;

/** The gap plus the inset of a notch. */
export const fromLeft = (gap: string) => `calc(${gap} + env(safe-area-inset-left))`;
export const fromRight = (gap: string) => `calc(${gap} + env(safe-area-inset-right))`;
