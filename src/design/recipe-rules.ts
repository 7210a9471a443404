import type { EmotionCache } from '@emotion/react';

/** What stands in the page for the recipes' rules from its start (src/boot/build/build-page.ts); src/design/base.css orders the layers. */
export const RECIPES_SHEET = '@layer recipes{}';

/** How Emotion begins the rule of a recipe. */
const RECIPES = '@layer recipes{';

/**
 * Puts each rule of a recipe that Emotion inserts into the layer that stands in the page already. A new rule `@layer …{…}` makes
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
  layer ??= [...recipesSheet().cssRules].find((rule) => rule instanceof CSSLayerBlockRule);
  layer?.insertRule(`${look}{${rules.replaceAll(look, '&')}}`, layer.cssRules.length);
}

let layer: CSSLayerBlockRule | undefined;

function recipesSheet(): CSSStyleSheet {
  const inPage = document.querySelector<HTMLStyleElement>('style[data-recipes]');
  if (inPage?.sheet) return inPage.sheet;
  // A page that no build has written, such as a component's test.
  const made = document.createElement('style');
  made.setAttribute('data-recipes', '');
  document.head.append(made);
  const { sheet } = made;
  if (!sheet) throw new Error('A style in the document has a sheet');
  sheet.insertRule(RECIPES_SHEET);
  return sheet;
}
