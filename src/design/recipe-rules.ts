import type { EmotionCache } from '@emotion/react';

/** The page's initial style sheet for recipes (src/boot/build/build-page.ts). src/design/base.css orders the layers. */
export const RECIPES_SHEET = '@layer recipes{}';

const RECIPE_PREFIX = '@layer recipes{';

/**
 * Makes the cache insert recipe rules as nested rules into one existing layer. A new `@layer` rule, or `@media` directly in a layer, makes
 * Chromium recalculate the whole page's style.
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
