import { useLocation } from '@tanstack/react-router';

/** What the links of the bars lead to, and the addresses of each; 'you' is the menu at one's own face, on phones. */
const sections = {
  explore: /^\/($|explore$|genres$|track\/)/,
  community: /^\/(community$|profile\/)/,
  radio: /^\/radio$/,
  store: /^\/store$/,
  vault: /^\/vault/,
  you: /^\/(profile|connections|upload|device|vault(\/unlocked)?)$/,
};
export type Section = keyof typeof sections;

/**
 * For the link to a section: whether this is the page that it leads to, or another one of the section. The link is drawn again when that
 * changes, not at each address.
 */
export function useCurrent(section: Section): { 'aria-current'?: 'page' | true } {
  const current = useLocation({
    select: ({ pathname }) => {
      if (!sections[section].test(pathname)) return false;
      return pathname === `/${section}` || pathname === '/' ? 'page' : true;
    },
  });
  return current === false ? {} : { 'aria-current': current };
}
