import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { isolated } from '../platform/bidi.ts';
import { ActionRow } from './action-row.tsx';
import { CutWords } from './cut-words.tsx';
import { PersonLink } from '../components/person/person-link.tsx';
import { ListRow } from './list-row.tsx';
import { Input } from './field.tsx';
import { Box } from './styled.tsx';
import { draw } from '../testing/ui-test.tsx';

const hebrew = 'שם ארוך מאוד שאינו נכנס בשורה אחת של כרטיס קטן';
const english = 'A name so long that it does not fit one line of a card';

const places: Readonly<Record<string, (name: string) => ReactNode>> = {
  'a cut box': (name) => <Box truncate>{name}</Box>,
  'a clamped box': (name) => <Box lineClamp="1">{name}</Box>,
  'a link to a person': (name) => (
    <PersonLink userId="ada" as="title">
      {name}
    </PersonLink>
  ),
  'words with a name among them': (name) => <CutWords>{`Play ${isolated(name)} now`}</CutWords>,
  'a row of a sheet': (name) => <ActionRow icon={null}>{`Play ${isolated(name)}`}</ActionRow>,
  'a row of a list': (name) => <ListRow lead={null} title={name} meta="3 plays" />,
};

describe.each(Object.entries(places))('in %s', (_, place) => {
  it.each([
    ['right to left', hebrew],
    ['left to right', english],
  ])('a truncated name written %s shows its beginning', async (_direction, name) => {
    await draw(
      <div data-card style={{ width: '160px', overflow: 'hidden' }}>
        {place(name)}
      </div>,
    );
    const card = document.querySelector('[data-card]')?.getBoundingClientRect();
    const text = textWith(name);
    const start = text.data.indexOf(name);
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, start + 2);
    const beginning = range.getBoundingClientRect();
    expect(beginning.left).toBeGreaterThanOrEqual(Math.floor(card?.left ?? 0));
    expect(beginning.right).toBeLessThanOrEqual(Math.ceil(card?.right ?? 0));
  });
});

it('a short right-to-left name is aligned left like all others', async () => {
  await draw(
    <div data-card style={{ width: '300px' }}>
      <Box truncate>שם</Box>
    </div>,
  );
  const range = document.createRange();
  range.selectNodeContents(textWith('שם'));
  const card = document.querySelector('[data-card]')?.getBoundingClientRect();
  expect(range.getBoundingClientRect().left).toBeCloseTo(card?.left ?? -1, 0);
});

it('an input with right-to-left text has that direction', async () => {
  await draw(<Input aria-label="Name" defaultValue="שם" />);
  const input = document.querySelector('input');
  expect(input && getComputedStyle(input).direction).toBe('rtl');
});

function textWith(words: string): Text {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.data.includes(words)) return node;
  throw new Error(`${words} is not there`);
}
