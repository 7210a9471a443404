import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { themeConfig } from './system.ts';

/** Matches while the operating system's high-contrast palette replaces all colours. */
const FORCED = '@media (forced-colors: active)';

/** Controls and items that are selected or switched on. */
const CHOSEN = [
  '[aria-pressed=true]',
  '[role=switch][aria-checked=true]',
  '[role=tab][aria-selected=true]',
  '[role=menuitem][data-highlighted]',
  ':checked ~ [data-box]',
  '[data-drawn=chosen]',
].join(', ');

/**
 * The system with the global styles, which a build writes into the page as text: computing them in the page would delay the first paint.
 */
export const systemWithGlobals = createSystem(
  defaultBaseConfig,
  themeConfig,
  defineConfig({
    preflight: true,
    theme: {
      keyframes: {
        pulse: { from: { opacity: 0.6 }, to: { opacity: 1 } },
        travel: { from: { strokeDashoffset: 0 }, to: { strokeDashoffset: -24 } },
        fadeIn: { from: { opacity: 0 }, to: { opacity: 1 } },
        fadeOut: { from: { opacity: 1 }, to: { opacity: 0 } },
        sheetIn: { from: { transform: 'translateY(100%)' }, to: { transform: 'none' } },
        sheetOut: { from: { transform: 'none' }, to: { transform: 'translateY(100%)' } },
        panelIn: { from: { transform: 'translateX(100%)' }, to: { transform: 'none' } },
        panelOut: { from: { transform: 'none' }, to: { transform: 'translateX(100%)' } },
        rise: {
          '0%': { transform: 'translateY(0)', opacity: 1 },
          '73%': { opacity: 1 },
          '100%': { transform: 'translateY(-56px)', opacity: 0 },
        },
        airFill: { from: { clipPath: 'inset(0 100% 0 0)' }, to: { clipPath: 'inset(0)' } },
        airDrain: { from: { clipPath: 'inset(0)' }, to: { clipPath: 'inset(0 100% 0 0)' } },
        airWeight: { from: { fontWeight: 200 } },
        airDrift: { from: { transform: 'none' }, to: { transform: 'translateX(-50%)' } },
        discOpen: { from: { clipPath: 'circle(0)' }, to: { clipPath: 'circle(50%)' } },
        hold: { '0%, 90%': { opacity: 1 }, '100%': { opacity: 0 } },
      },
    },
    globalCss: {
      'html, body': { bg: 'bg', color: 'fg', fontFamily: 'ui', fontSize: '15px', lineHeight: 1.4 },
      'button, a, input, select, textarea, [tabindex]': {
        _focusVisible: { outline: '2px solid', outlineColor: 'fg', outlineOffset: '3px' },
      },
      // Navigation focuses the heading, for screen readers.
      'h1[tabindex="-1"]': { outline: 'none' },
      // This property is inherited: on a tap, a list that handles the presses of its rows would flash as a whole.
      html: { WebkitTapHighlightColor: 'transparent' },
      'button, a, input, label, select': { touchAction: 'manipulation' },
      '::selection': { bg: 'fg', color: 'bg' },
      // Forced colours remove backgrounds and shadows: edges become borders, and selected controls use the selection colours.
      ':root': {
        [FORCED]: {
          '--chakra-colors-fg': 'CanvasText !important',
          '--chakra-colors-fg-muted': 'CanvasText !important',
          '--chakra-colors-fg-subtle': 'CanvasText !important',
          '--chakra-colors-fg-disabled': 'GrayText !important',
          '--chakra-colors-bg': 'Canvas !important',
          '--chakra-colors-bg-panel': 'Canvas !important',
          // Unfilled parts get the background colour: in some themes any other colour would be brighter than the filled parts.
          '--chakra-colors-bg-emphasized': 'Canvas !important',
          '--chakra-colors-border': 'CanvasText !important',
          '--chakra-colors-border-emphasized': 'CanvasText !important',
          '--chakra-colors-zap-fg': 'CanvasText !important',
        },
      },
      // Not for every button: rows, and icon buttons larger than their icon, have no visible edge.
      '[role=switch], [aria-pressed], input:not([type=range]), select, textarea, [data-box], [data-drawn=chosen], [data-drawn=choice]':
        {
          [FORCED]: { border: '1px solid' },
        },
      'nav [aria-current]': {
        [FORCED]: { textDecoration: 'underline', textDecorationThickness: '2px', textUnderlineOffset: '4px' },
      },
      // The list row that is open or playing.
      '[aria-current=true]:not(nav *)': { [FORCED]: { outline: '2px solid Highlight', outlineOffset: '-2px' } },
      '[role=dialog], [role=alertdialog], [role=menu], [data-drawn=panel]': {
        [FORCED]: { border: '1px solid !important' },
      },
      ':disabled, [aria-disabled=true]': {
        [FORCED]: { color: 'GrayText !important', borderColor: 'GrayText !important' },
      },
      [CHOSEN]: {
        [FORCED]: {
          forcedColorAdjust: 'none',
          bg: 'Highlight !important',
          color: 'HighlightText !important',
          borderColor: 'HighlightText !important',
        },
      },
      '[aria-disabled=true] [data-drawn=chosen]': {
        [FORCED]: { bg: 'GrayText !important', color: 'Canvas !important' },
      },
      // Parts drawn only by their background: a knob, a dot, a part of a bar.
      '[data-drawn=sign]': { [FORCED]: { forcedColorAdjust: 'none', bg: 'CanvasText !important' } },
      '[aria-checked=true] > [data-drawn=sign], :checked ~ [data-box] > [data-drawn=sign]': {
        [FORCED]: { bg: 'HighlightText !important' },
      },
      'input[type=range]': {
        [FORCED]: {
          forcedColorAdjust: 'none',
          color: 'CanvasText !important',
          '--chakra-colors-bg-emphasized': 'GrayText !important',
        },
      },
      // Here and not in base.css: the boot page is a shadow tree, which gets these rules but not base.css.
      '*, *::before, *::after': {
        _motionReduce: {
          animationDuration: '80ms !important',
          animationIterationCount: '1 !important',
          // Opacity only: a transition of an inherited property would restart at each descendant.
          transitionProperty: 'opacity !important',
          transitionDuration: '80ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  }),
);
