import { expect, it } from 'vitest';
import { Button } from './button.tsx';
import { styled } from './styled.tsx';
import { renderUi } from '../testing/ui-test.tsx';

const Chip = styled('button', {
  base: {
    color: 'rgb(1, 1, 1)',
    paddingTop: '5px',
    _disabled: { color: 'rgb(2, 2, 2)' },
    _before: { content: '"}&"', color: 'rgb(3, 3, 3)' },
    '@media (min-width: 1px)': { paddingTop: '7px', _disabled: { paddingLeft: '9px' } },
    '[data-theme=none] &': { color: 'rgb(4, 4, 4)' },
  },
});

const styleOf = (element: Element, pseudo?: string) => getComputedStyle(element, pseudo);

it("an element's style props override its recipe, also in states and media queries", async () => {
  const screen = await renderUi(
    <>
      <Chip>one</Chip>
      <Chip disabled>two</Chip>
      <div data-theme="none">
        <Chip>three</Chip>
      </div>
      <Chip disabled color="rgb(5, 5, 5)" paddingTop="6px">
        four
      </Chip>
      <Button disabled color="rgb(6, 6, 6)">
        five
      </Button>
    </>,
  );
  const [one, two, three, four, five] = ['one', 'two', 'three', 'four', 'five'].map((name) =>
    styleOf(screen.getByRole('button', { name }).element()),
  );
  expect([one?.color, one?.paddingTop, one?.paddingLeft]).toEqual(['rgb(1, 1, 1)', '7px', '0px']);
  expect([two?.color, two?.paddingTop, two?.paddingLeft]).toEqual(['rgb(2, 2, 2)', '7px', '9px']);
  expect(three?.color).toBe('rgb(4, 4, 4)');
  expect([four?.color, four?.paddingTop, four?.paddingLeft]).toEqual(['rgb(5, 5, 5)', '6px', '9px']);
  expect([five?.color, five?.cursor]).toEqual(['rgb(6, 6, 6)', 'default']);
  const before = styleOf(screen.getByRole('button', { name: 'one' }).element(), '::before');
  expect([before.content, before.color]).toEqual(['"}&"', 'rgb(3, 3, 3)']);
});

it('all recipes share one layer, which contains only plain style rules', async () => {
  await renderUi(<Button variant="outline">Drawn</Button>);
  const rulesOf = (selector: string) =>
    [...document.querySelectorAll<HTMLStyleElement>(selector)].flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])]);
  const plain = rulesOf('style[data-emotion=uc]');
  expect(plain.filter((rule) => rule instanceof CSSLayerBlockRule)).toEqual([]);
  const layers = rulesOf('style[data-recipes]').filter((rule) => rule instanceof CSSLayerBlockRule);
  expect(layers).toHaveLength(1);
  const rules = layers.flatMap(({ cssRules }) => [...cssRules]);
  expect(rules.length).toBeGreaterThan(0);
  expect(rules.filter((rule) => !(rule instanceof CSSStyleRule))).toEqual([]);
});
