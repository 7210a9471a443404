import type { EmotionCache } from '@emotion/react';

/** The page's initial style sheet for recipes (src/boot/build/build-page.ts). src/design/base.css orders the layers. */
export const RECIPES_SHEET = '@layer recipes{}';

/** The prefix of a recipe's rule in Emotion. */
const RECIPE_PREFIX = '@layer recipes{';

/**
 * Inserts Emotion's recipe rules into the page's existing layer. A new `@layer …{…}` rule, or a `@media` rule inside a
 * layer, makes Chromium recalculate the style of the whole page. A style rule with nested rules does not, so all rules
 * of a class become one nested rule.
 */
export function moveRulesIntoLayer(cache: EmotionCache): void {
  if (typeof document === 'undefined' || !CSS.supports('selector(&)')) return;
  const { insert, sheet } = cache;
  const insertRule = sheet.insert.bind(sheet);
  let current = '';
  sheet.insert = (rule) => {
    if (current !== '' && rule.startsWith(RECIPE_PREFIX))
      insertIntoLayer(current, rule.slice(RECIPE_PREFIX.length, -1));
    else insertRule(rule);
  };
  cache.insert = (selector, ...rest) => {
    current = selector;
    return insert(selector, ...rest);
  };
}

/** @param selector of a class, such as `.uc-1a2b3c` */
function insertIntoLayer(selector: string, rules: string): void {
  layer ??= [...recipesSheet().cssRules].find((rule) => rule instanceof CSSLayerBlockRule);
  layer?.insertRule(`${selector}{${rules.replaceAll(selector, '&')}}`, layer.cssRules.length);
}

let layer: CSSLayerBlockRule | undefined;

function recipesSheet(): CSSStyleSheet {
  const inPage = document.querySelector<HTMLStyleElement>('style[data-recipes]');
  if (inPage?.sheet) return inPage.sheet;
  // The page was built without the style sheet, such as in a component test.
  const style = document.createElement('style');
  style.setAttribute('data-recipes', '');
  document.head.append(style);
  const { sheet } = style;
  if (!sheet) throw new Error('The inserted style element has no sheet');
  sheet.insertRule(RECIPES_SHEET);
  return sheet;
}
