import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { semanticColors, textStyles, tokens } from './tokens.ts';
import { buttonRecipe, iconButtonRecipe, inputRecipe } from './recipes.ts';

/**
 * A text that is cut ends where its own writing ends: at the left, where it is written from the right. The element needs `dir="auto"`
 * beside this for Firefox; `styled` adds it, an element with `classes` has it in its place.
 */
const endsWithItsWriting = { overflow: 'hidden', unicodeBidi: 'plaintext' } as const;

/** Our own tokens, recipes and style properties. */
export const looks = defineConfig({
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
      transform: (isCut: boolean) =>
        isCut ? { ...endsWithItsWriting, textOverflow: 'ellipsis', whiteSpace: 'nowrap' } : {},
    },
    lineClamp: {
      transform: (lines: string) => ({
        ...endsWithItsWriting,
        display: '-webkit-box',
        WebkitLineClamp: lines,
        WebkitBoxOrient: 'vertical',
        textWrap: 'wrap',
      }),
    },
  },
});

const base = createSystem(defaultBaseConfig, looks, defineConfig({ preflight: false }));

/**
 * Chakra's base (conditions and style properties) with our looks alone. Its default tokens and recipes cost most of the blocking
 * time of the first load, so they stay out; what is said once for all elements, the order of the layers too, is text in the page
 * already (whole-system.ts).
 */
export const system = {
  ...base,
  _global: [],
  // Read by the provider alone, which would say that order again: elements keep their layers.
  _config: { ...base._config, disableLayers: true },
};
