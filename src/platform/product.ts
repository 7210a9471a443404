/** The product's name, for the app's texts. index.html, vite.config.ts, the boot texts and the gate's heading repeat it. */
export const PRODUCT_NAME = 'Undercurrent';
