import { PRODUCT_NAME } from '../../platform/product.ts';

export const installTexts = {
  title: `Install ${PRODUCT_NAME}`,
  text: 'Opens from your home screen and plays without a browser bar.',
  ios: "Tap Share, then 'Add to Home Screen'.",
  verb: 'Install',
  notNow: 'Not now',
} as const;
