import { defineRecipe } from '@chakra-ui/react';

export const buttonRecipe = defineRecipe({
  className: 'uc-button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    flex: 'none',
    borderRadius: 'full',
    fontWeight: 600,
    // Keep the label on one line if it fits.
    minWidth: 'fit-content',
    maxWidth: '100%',
    height: 'fit-content',
    lineHeight: 1.2,
    textAlign: 'center',
    userSelect: 'none',
    cursor: 'pointer',
    textDecoration: 'none',
    position: 'relative',
    transitionProperty: 'transform, filter, background-color, box-shadow',
    transitionDuration: 'quick',
    transitionTimingFunction: 'out',
    _active: { transform: 'scale(.97)', filter: 'brightness(.9)' },
    _highContrast: { border: '1px solid' },
    _disabled: {
      bg: 'bg.muted',
      color: 'fg.disabled',
      boxShadow: 'none',
      cursor: 'default',
      filter: 'none',
      transform: 'none',
    },
  },
  variants: {
    variant: {
      solid: {
        bg: 'bg.inverted',
        color: 'fg.inverted',
        '@media (hover: hover)': { _hover: { filter: 'brightness(1.08)' } },
      },
      outline: {
        boxShadow: 'inset 0 0 0 1.5px {colors.border.emphasized}',
        '@media (hover: hover)': { _hover: { boxShadow: 'inset 0 0 0 1.5px {colors.fg}' } },
      },
      quiet: { bg: 'bg.muted', '@media (hover: hover)': { _hover: { bg: 'bg.emphasized' } } },
      danger: { boxShadow: 'inset 0 0 0 1.5px {colors.red.fg}', color: 'red.fg' },
      dangerSolid: { bg: 'red.solid', color: 'red.contrast' },
      zap: { bg: 'zap.solid', color: 'zap.contrast' },
      plain: { color: 'fg.muted', '@media (hover: hover)': { _hover: { color: 'fg' } } },
    },
    size: {
      sm: {
        height: '36px',
        // Resets the minHeight of a larger size in a responsive `size`.
        minHeight: '0',
        px: '14px',
        fontSize: '14px',
        _after: { content: '""', position: 'absolute', inset: '-4px' },
      },
      md: { minHeight: '44px', px: '18px', fontSize: '15px' },
      lg: { minHeight: '52px', px: '22px', fontSize: '16px' },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
});

export const iconButtonRecipe = defineRecipe({
  className: 'uc-icon-button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flex: 'none',
    width: '44px',
    height: '44px',
    borderRadius: 'full',
    cursor: 'pointer',
    color: 'inherit',
    position: 'relative',
    transitionProperty: 'transform, background-color',
    transitionDuration: 'quick',
    '@media (hover: hover)': { _hover: { bg: 'bg.muted' } },
    _active: { transform: 'scale(.94)' },
    _disabled: { color: 'fg.disabled', cursor: 'default', bg: 'transparent' },
  },
});

export const inputRecipe = defineRecipe({
  className: 'uc-input',
  base: {
    width: '100%',
    minWidth: 0,
    height: '48px',
    px: '14px',
    borderRadius: 'field',
    bg: 'bg.panel',
    color: 'fg',
    fontSize: '16px',
    boxShadow: 'inset 0 0 0 1px {colors.border.emphasized}',
    transitionProperty: 'box-shadow',
    transitionDuration: 'quick',
    _placeholder: { color: 'fg.subtle', opacity: 1 },
    '@media (hover: hover)': { _hover: { boxShadow: 'inset 0 0 0 1px {colors.fg}' } },
    _focusVisible: { outline: '2px solid', outlineColor: 'fg', outlineOffset: '0px' },
    _invalid: { boxShadow: 'inset 0 0 0 1.5px {colors.red.fg}' },
    _disabled: { bg: 'bg.muted', boxShadow: 'none', color: 'fg.muted' },
  },
});

/** A panel has a background of its own, or an edge: dashed for queued content, solid for what needs attention. */
export const panelRecipe = defineRecipe({
  className: 'uc-panel',
  base: { borderRadius: 'panel', minWidth: 0 },
  variants: {
    edge: {
      none: { bg: 'bg.subtle', p: '16px', _highContrast: { border: '1px solid' } },
      waiting: { border: '1.5px dashed', borderColor: 'border.emphasized', p: '12px 14px' },
      attention: { border: '1px solid', borderColor: 'orange.fg', p: '12px 14px' },
    },
  },
  defaultVariants: { edge: 'none' },
});
