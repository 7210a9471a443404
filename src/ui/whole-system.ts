import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { looks } from './system.ts';

/**
 * The system with what it says once for all elements: the reset, the tokens as variables, keyframes. A build writes that into the page
 * as text (src/start/draw-page.tsx): worked out in the page, it would hold the first drawing up.
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
