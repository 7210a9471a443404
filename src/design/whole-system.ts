import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { looks } from './system.ts';

/** The colours are the system's, which are few. */
const FORCED = '@media (forced-colors: active)';

/** Pressed, switched on, ticked, chosen of several. */
const CHOSEN = [
  '[aria-pressed=true]',
  '[role=switch][aria-checked=true]',
  '[role=tab][aria-selected=true]',
  '[role=menuitem][data-highlighted]',
  ':checked ~ [data-box]',
  '[data-drawn=chosen]',
].join(', ');

/**
 * The system with what it says once for all elements: the reset, the tokens as variables, keyframes. A build writes that into the page
 * as text (src/boot/build/draw-page.tsx): worked out in the page, it would hold the first drawing up.
 */
export const wholeSystem = createSystem(
  defaultBaseConfig,
  looks,
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
      // A heading is focused for screen readers, by a change of page.
      'h1[tabindex="-1"]': { outline: 'none' },
      'button, a, input, label, select': { WebkitTapHighlightColor: 'transparent', touchAction: 'manipulation' },
      '::selection': { bg: 'fg', color: 'bg' },
      // Backgrounds and shadows are gone there: edges are lines, and what is chosen has the colours of a selection.
      ':root': {
        [FORCED]: {
          '--chakra-colors-fg': 'CanvasText !important',
          '--chakra-colors-fg-muted': 'CanvasText !important',
          '--chakra-colors-fg-subtle': 'CanvasText !important',
          '--chakra-colors-fg-disabled': 'GrayText !important',
          '--chakra-colors-bg': 'Canvas !important',
          '--chakra-colors-bg-panel': 'Canvas !important',
          // What is not filled, drawn beside what is: a colour of its own would be the brighter one in some themes.
          '--chakra-colors-bg-emphasized': 'Canvas !important',
          '--chakra-colors-border': 'CanvasText !important',
          '--chakra-colors-border-emphasized': 'CanvasText !important',
          '--chakra-colors-zap-fg': 'CanvasText !important',
        },
      },
      // Not every button: one that is a row, or larger than its sign, has no edge that could be drawn.
      '[role=switch], [aria-pressed], input:not([type=range]), select, textarea, [data-box], [data-drawn=chosen], [data-drawn=choice]':
        {
          [FORCED]: { border: '1px solid' },
        },
      'nav [aria-current]': {
        [FORCED]: { textDecoration: 'underline', textDecorationThickness: '2px', textUnderlineOffset: '4px' },
      },
      // The row of several that is open, or that plays.
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
      // Drawn by its background alone: a knob, a dot, a part of a bar.
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
      // Here and not in the page's own sheet: what stands before the app is a tree that takes these rules alone.
      '*, *::before, *::after': {
        _motionReduce: {
          animationDuration: '80ms !important',
          animationIterationCount: '1 !important',
          // Of all properties an inherited one would take its time at each element on its way down.
          transitionProperty: 'opacity !important',
          transitionDuration: '80ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  }),
);
