/** Where the links of mails lead. On the production host the absolute address, elsewhere this origin: both are where this page runs. */
export const callbackAddress = () => `${window.location.origin}/auth/callback`;
