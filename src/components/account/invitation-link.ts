const LINK = /^#invite=([0-9a-z-]+)/i;

/** The gate's page with the code in the fragment, which browsers send to no server. */
export function invitationPath(code: string): string {
  return `/beta-access#invite=${code}`;
}

/** The code in a link's fragment; empty without one. Ignores text that an e-mail or chat has appended to the link. */
export function codeOfFragment(fragment: string): string {
  return (LINK.exec(fragment)?.[1] ?? '').replace(/-+$/, '');
}
