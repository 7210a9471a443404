import { defineTextStyles, defineTokens } from '@chakra-ui/react';

export const tokens = defineTokens({
  fonts: {
    display: {
      value: '"Undercurrent Zap","Zalando Sans Expanded Variable","Arial Black",Arial,sans-serif',
    },
    ui: {
      value: '"Undercurrent Zap","Host Grotesk Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
    },
  },
  radii: {
    art: { value: '3px' },
    field: { value: '10px' },
    panel: { value: '16px' },
    sheet: { value: '24px' },
    full: { value: '999px' },
  },
  durations: {
    instant: { value: '80ms' },
    quick: { value: '140ms' },
    base: { value: '220ms' },
    slow: { value: '360ms' },
  },
  easings: {
    out: { value: 'cubic-bezier(.2,.8,.2,1)' },
    inOut: { value: 'cubic-bezier(.6,0,.2,1)' },
  },
  zIndex: {
    player: { value: 20 },
    topBar: { value: 30 },
    modal: { value: 1400 },
    toast: { value: 1700 },
    badge: { value: 9999 },
  },
});

const pair = (dark: string, light: string) => ({ value: { base: dark, _light: light } });

/** Dark is the default; `data-theme` on the root selects light. */
export const semanticColors = {
  bg: {
    DEFAULT: pair('#14110F', '#F3F1EE'),
    inset: pair('#0D0B09', '#E7E3DE'),
    subtle: pair('#1D1916', '#FBFAF8'),
    panel: pair('#1D1916', '#FBFAF8'),
    muted: pair('#27221E', '#E4DFD8'),
    emphasized: pair('#38312B', '#D5CDC3'),
    overlay: pair('#312B26', '#FFFFFF'),
    inverted: pair('#F5EFE6', '#1A1613'),
  },
  fg: {
    DEFAULT: pair('#F5EFE6', '#1A1613'),
    muted: pair('#BDB2A5', '#574E46'),
    subtle: pair('#A09487', '#6A6057'),
    disabled: pair('#7D7368', '#8C8278'),
    inverted: pair('#14110F', '#F3F1EE'),
  },
  border: { DEFAULT: pair('#2F2924', '#DAD3CA'), emphasized: pair('#887C6F', '#7F756A') },
  zap: {
    solid: pair('#E9FF4D', '#DDF433'),
    contrast: pair('#15170A', '#15170A'),
    fg: pair('#E9FF4D', '#536100'),
    subtle: pair('#2B2E12', '#EEF7B4'),
  },
  air: {
    solid: pair('#FF4E2A', '#DB3410'),
    contrast: pair('#190601', '#FFFFFF'),
    fg: pair('#FF7557', '#B92A0A'),
    subtle: pair('#38170E', '#FCE0D8'),
  },
  gold: {
    solid: pair('#D9A648', '#B98524'),
    contrast: pair('#1B1305', '#1B1305'),
    fg: pair('#E5B961', '#7E5700'),
  },
  red: {
    fg: pair('#FF8092', '#B3203C'),
    subtle: pair('#371820', '#FBE0E4'),
    solid: pair('#FF8092', '#B3203C'),
    contrast: pair('#230409', '#FFFFFF'),
  },
  green: { fg: pair('#72D6A8', '#0E6B45'), subtle: pair('#12291F', '#D8F0E4') },
  orange: { fg: pair('#FFAE73', '#8F4700'), subtle: pair('#33210F', '#FBE6D3') },
  medal: { 1: pair('#E9FF4D', '#DDF433'), 2: pair('#D9D2C7', '#B5ACA1'), 3: pair('#D08355', '#C27B4C') },
  scrim: pair('rgba(10,8,6,.72)', 'rgba(26,22,19,.48)'),
  /** The same in both modes, to keep the contrast of the play icon. */
  disc: { DEFAULT: { value: 'rgba(18,14,11,.82)' }, fg: { value: '#F5EFE6' } },
};

export const textStyles = defineTextStyles({
  poster: {
    value: {
      fontFamily: 'display',
      fontWeight: 800,
      fontSize: 'clamp(1.9rem, 4.4vw + .9rem, 3.4rem)',
      lineHeight: 0.98,
      letterSpacing: '-.02em',
    },
  },
  h1: {
    value: { fontFamily: 'display', fontWeight: 750, fontSize: '26px', lineHeight: 1.08, letterSpacing: '-.015em' },
  },
  h2: {
    value: { fontFamily: 'display', fontWeight: 700, fontSize: '17px', lineHeight: 1.2, letterSpacing: '-.005em' },
  },
  numeral: {
    // No tabular figures: the display font slashes its tabular zero.
    value: {
      fontFamily: 'display',
      fontWeight: 850,
      lineHeight: 1,
      letterSpacing: '-.04em',
      fontVariantNumeric: 'normal',
    },
  },
  label: {
    value: { fontFamily: 'display', fontWeight: 750, fontSize: '11px', lineHeight: 1, letterSpacing: '.01em' },
  },
  title: { value: { fontWeight: 600, fontSize: '15px', lineHeight: 1.3 } },
  body: { value: { fontWeight: 400, fontSize: '15px', lineHeight: 1.4 } },
  meta: { value: { fontWeight: 400, fontSize: '13px', lineHeight: 1.35 } },
  small: { value: { fontWeight: 400, fontSize: '12px', lineHeight: 1.35 } },
});
