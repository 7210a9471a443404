import type { EmotionCache } from '@emotion/react';
import { system } from './system.ts';

/** How Emotion writes the rules of a recipe. */
const RECIPES = '@layer recipes{';

/** The page's own sheet of recipes, as it stands there before any (src/start/build-page.ts): the order of the layers, and theirs. */
export const recipesSheet: readonly string[] = [system.layers.atRule, `${RECIPES}}`];

/**
 * Puts each rule of a recipe that Emotion inserts into the layer that stands in the page's own sheet. A new rule `@layer …{…}` makes
 * Chromium work out every element's style and the whole layout again, at each recipe that is drawn for the first time; so does a rule
 * `@media` that is put into a layer. A rule of style with others within does not, so all that is said of one look becomes one.
 */
export function intoLayer(cache: EmotionCache): void {
  if (typeof document === 'undefined' || !CSS.supports('selector(&)')) return;
  const { insert, sheet } = cache;
  const insertRule = sheet.insert.bind(sheet);
  let look = '';
  sheet.insert = (rule) => {
    if (look !== '' && rule.startsWith(RECIPES)) putInLayer(look, rule.slice(RECIPES.length, -1));
    else insertRule(rule);
  };
  cache.insert = (selector, ...rest) => {
    look = selector;
    return insert(selector, ...rest);
  };
}

/** @param look its class as a selector, such as `.css-1a2b3c` */
function putInLayer(look: string, rules: string): void {
  layer ??= [...pageSheet().cssRules].find((rule) => rule instanceof CSSLayerBlockRule);
  layer?.insertRule(`${look}{${rules.replaceAll(look, '&')}}`, layer.cssRules.length);
}

let layer: CSSLayerBlockRule | undefined;

function pageSheet(): CSSStyleSheet {
  const inPage = document.querySelector<HTMLStyleElement>('style[data-recipes]');
  if (inPage?.sheet) return inPage.sheet;
  // A page that no build has written, such as a component's test.
  const made = document.createElement('style');
  made.setAttribute('data-recipes', '');
  document.head.prepend(made);
  const { sheet } = made;
  if (!sheet) throw new Error('A style in the document has a sheet');
  for (const rule of recipesSheet) sheet.insertRule(rule, sheet.cssRules.length);
  return sheet;
}
