/** The product's name; nothing else spells it. */
export const PRODUCT_NAME = 'Undercurrent';
