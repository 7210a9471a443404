/** index.html, vite.config.ts, the boot texts and the gate's heading repeat this name. */
export const PRODUCT_NAME = 'Undercurrent';
