import { CircleAlert, type IconNode, Lock, LockKeyhole, Palette, UsersRound } from 'lucide';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { Icon } from './icon.tsx';
import { renderUi } from '../testing/ui-test.tsx';

const OriginalShapes = ({ of: node }: { of: IconNode }) => (
  <svg viewBox="0 0 24 24" data-shapes>
    <g>{node.map(([shape, attributes], key) => createElement(shape, { key, ...attributes }))}</g>
  </svg>
);

const boxOf = (selector: string) => {
  const { x, y, width, height } = document.querySelector<SVGGraphicsElement>(selector)?.getBBox() ?? new DOMRect();
  return [x, y, width, height].map((value) => Math.round(value * 100) / 100);
};
const lengthOf = (selector: string) =>
  [...document.querySelectorAll<SVGGeometryElement>(selector)].reduce((sum, shape) => sum + shape.getTotalLength(), 0);

it.each([
  ['circles and lines', CircleAlert],
  ['a rectangle', Lock],
  ['a rectangle and a circle', LockKeyhole],
  ['filled dots', Palette],
  ['paths that begin with a relative command', UsersRound],
] satisfies [string, IconNode][])(
  'an icon with %s, drawn as one path, looks like its original shapes',
  async (_of, sign) => {
    await renderUi(
      <>
        <Icon of={sign} label="sign" />
        <OriginalShapes of={sign} />
      </>,
    );
    expect(boxOf('[aria-label=sign] path')).toEqual(boxOf('[data-shapes] g'));
    // The browser approximates the length of a circle and of an arc differently.
    expect(lengthOf('[aria-label=sign] path') / lengthOf('[data-shapes] g > *')).toBeCloseTo(1, 1);
  },
);
