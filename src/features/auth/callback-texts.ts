import { PRODUCT_NAME } from '../../lib/product.ts';

/** Words of the page where the links of mails arrive. */
export const callbackTexts = {
  verifying: 'Verifying your email...',
  verified: { title: `✅ Email verified — welcome to ${PRODUCT_NAME}!`, text: 'Your account is now active.' },
  none: { title: '⚠️ Session expired, please log in again.', text: 'Your verification link may have expired.' },
  error: { title: 'Verification Error', text: 'There was an issue verifying your email. Please try again.' },
  unexpected: { title: 'Error', text: 'An unexpected error occurred. Please try signing in again.' },
} as const;
