/** Extends a bar over the notch, by which the page is inset (index.html). The bar's content stays in place. */
export const overEdges = {
  ml: 'calc(-1 * env(safe-area-inset-left))',
  mr: 'calc(-1 * env(safe-area-inset-right))',
  pl: 'env(safe-area-inset-left)',
  pr: 'env(safe-area-inset-right)',
} as const;

export const fromLeft = (gap: string) => `calc(${gap} + env(safe-area-inset-left))`;
export const fromRight = (gap: string) => `calc(${gap} + env(safe-area-inset-right))`;
