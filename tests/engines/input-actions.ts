import type { Key, Point } from './engine-browser.ts';

const codes: Record<Key, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
};

const keyboard = (values: readonly string[]) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];

export const keyActions = (key: Key): object[] => keyboard([codes[key]]);

export const typeActions = (text: string): object[] => keyboard(Array.from(text));

const mouse = (actions: readonly object[]) => [
  { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
];
const moveTo = ({ x, y }: Point, duration: number) => ({
  type: 'pointerMove',
  duration,
  x: Math.round(x),
  y: Math.round(y),
});

export const clickActions = (point: Point): object[] =>
  mouse([moveTo(point, 0), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);

/** The drag takes half a second, so that the page renders frames meanwhile. */
export const dragActions = (from: Point, to: Point): object[] =>
  mouse([moveTo(from, 0), { type: 'pointerDown', button: 0 }, moveTo(to, 500), { type: 'pointerUp', button: 0 }]);
