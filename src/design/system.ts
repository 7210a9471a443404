import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { semanticColors, textStyles, tokens } from './tokens.ts';
import { buttonRecipe, iconButtonRecipe, inputRecipe } from './recipes.ts';

/**
 * Truncates at the end of the text's own direction. Firefox also needs `dir="auto"`: `styled` adds it, elements with `classes` must set it.
 */
const endsByTextDirection = { overflow: 'hidden', unicodeBidi: 'plaintext' } as const;

export const themeConfig = defineConfig({
  cssVarsRoot: ':where(:root, :host)',
  strictTokens: false,
  conditions: { dark: ':root:not([data-theme=light]) &', light: '[data-theme=light] &' },
  theme: {
    tokens,
    semanticTokens: { colors: semanticColors },
    textStyles,
    recipes: { button: buttonRecipe, iconButton: iconButtonRecipe, input: inputRecipe },
    breakpoints: { sm: '30rem', md: '48rem', lg: '64rem', xl: '80rem' },
  },
  utilities: {
    truncate: {
      values: { type: 'boolean' },
      transform: (isTruncated: boolean) =>
        isTruncated ? { ...endsByTextDirection, textOverflow: 'ellipsis', whiteSpace: 'nowrap' } : {},
    },
    lineClamp: {
      transform: (lines: string) => ({
        ...endsByTextDirection,
        display: '-webkit-box',
        WebkitLineClamp: lines,
        WebkitBoxOrient: 'vertical',
        textWrap: 'wrap',
      }),
    },
  },
});

const base = createSystem(defaultBaseConfig, themeConfig, defineConfig({ preflight: false }));

/**
 * The system of the page. It lacks Chakra's default tokens and recipes, which would delay the first load, and global styles
 * (system-with-globals.ts).
 */
export const system = {
  ...base,
  _global: [],
  // Only the provider reads this option; without it, the provider would emit the layer order again. Elements still use layers.
  _config: { ...base._config, disableLayers: true },
};
