import { useLocation } from '@tanstack/react-router';

/** Paths of each section; 'you' is the menu behind the avatar on phones. */
const sections = {
  explore: /^\/($|explore$|genres$|track\/)/,
  community: /^\/(community$|profile\/)/,
  radio: /^\/radio$/,
  library: /^\/(library($|\/)|playlist\/)/,
  store: /^\/store$/,
  vault: /^\/vault/,
  you: /^\/(profile|connections|upload|device|store|vault(\/unlocked)?)$/,
};
export type Section = keyof typeof sections;

/** 'page' on the linked page, true on other pages of the section. Rerenders only when this value changes. */
export function useCurrent(section: Section): { 'aria-current'?: 'page' | true } {
  const current = useLocation({
    select: ({ pathname }) => {
      if (!sections[section].test(pathname)) return false;
      return pathname === `/${section}` || pathname === '/' ? 'page' : true;
    },
  });
  return current === false ? {} : { 'aria-current': current };
}
