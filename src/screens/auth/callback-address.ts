/** The redirect URL of links in mails, on this page's origin. */
export const callbackAddress = () => `${window.location.origin}/auth/callback`;
