import { PRODUCT_NAME } from '../../platform/product.ts';

export const callbackTexts = {
  verifying: 'Verifying your email...',
  verified: { title: `✅ Email verified — welcome to ${PRODUCT_NAME}!`, text: 'Your account is now active.' },
  none: { title: '⚠️ Session expired, please log in again.', text: 'Your verification link may have expired.' },
  error: { title: 'Verification Error', text: 'There was an issue verifying your email. Please try again.' },
  unreachable: { title: 'No connection', text: 'The link still holds. Try again when you are online.' },
  other: {
    heading: 'Somebody else is signed in',
    text: (from: string, to: string) => `You are signed in as ${from}. This link signs in ${to}.`,
    kept: (from: string) =>
      `If you did not ask for this link, stay. If you switch, what ${from} has not sent yet stays on this device until they sign in here again.`,
    stay: (from: string) => `Stay ${from}`,
    switchOver: (to: string) => `Sign in as ${to}`,
  },
  unexpected: { title: 'Error', text: 'An unexpected error occurred. Please try signing in again.' },
} as const;
