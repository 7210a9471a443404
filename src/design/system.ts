import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { semanticColors, textStyles, tokens } from './tokens.ts';
import { buttonRecipe, iconButtonRecipe, inputRecipe } from './recipes.ts';

/** Firefox also needs `dir="auto"`: `styled` adds it, elements with `classes` must set it. */
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

/** Chakra's default tokens and recipes would delay the first load; the page already has the global styles as text. */
export const system = {
  ...base,
  _global: [],
  // Only the provider reads this option; without it, the provider would emit the layer order again. Elements still use layers.
  _config: { ...base._config, disableLayers: true },
};
