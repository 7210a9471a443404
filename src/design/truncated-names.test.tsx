import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { isolated } from '../platform/bidi.ts';
import { ActionRow } from './action-row.tsx';
import { TruncatedText } from './truncated-text.tsx';
import { PersonLink } from '../components/person/person-link.tsx';
import { ListRow } from './list-row.tsx';
import { Input } from './field.tsx';
import { Box } from './styled.tsx';
import { renderUi } from '../testing/ui-test.tsx';

const hebrewName = 'שם ארוך מאוד שאינו נכנס בשורה אחת של כרטיס קטן';
const englishName = 'A name so long that it does not fit one line of a card';

const containers: Readonly<Record<string, (name: string) => ReactNode>> = {
  'a truncated box': (name) => <Box truncate>{name}</Box>,
  'a clamped box': (name) => <Box lineClamp="1">{name}</Box>,
  'a link to a person': (name) => (
    <PersonLink userId="ada" as="title">
      {name}
    </PersonLink>
  ),
  'a text that contains a name': (name) => <TruncatedText>{`Play ${isolated(name)} now`}</TruncatedText>,
  'a row of a sheet': (name) => <ActionRow icon={null}>{`Play ${isolated(name)}`}</ActionRow>,
  'a row of a list': (name) => <ListRow lead={null} title={name} meta="3 plays" />,
};

describe.each(Object.entries(containers))('in %s', (_, renderName) => {
  it.each([
    ['right to left', hebrewName],
    ['left to right', englishName],
  ])('a truncated name written %s shows its beginning', async (_direction, name) => {
    await renderUi(
      <div data-card style={{ width: '160px', overflow: 'hidden' }}>
        {renderName(name)}
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

it.each<[string, () => ReactNode]>([
  ['a truncated box', () => <Box truncate>שם</Box>],
  ['the second line of a row', () => <ListRow lead={null} title="Kiln" meta="שם" />],
])('a short right-to-left name in %s is aligned left like all others', async (_, renderName) => {
  await renderUi(
    <div data-card style={{ width: '300px' }}>
      {renderName()}
    </div>,
  );
  const range = document.createRange();
  range.selectNodeContents(textWith('שם'));
  const card = document.querySelector('[data-card]')?.getBoundingClientRect();
  expect(range.getBoundingClientRect().left).toBeCloseTo(card?.left ?? -1, 0);
});

it('the second line of a row ends with an ellipsis where it is cut', async () => {
  await renderUi(
    <div style={{ width: '160px' }}>
      <ListRow lead={null} title="Kiln" meta={hebrewName} />
    </div>,
  );
  const line = textWith(hebrewName).parentElement;
  // An ellipsis shows in a block only, not in a flex container.
  expect(line && [getComputedStyle(line).display, getComputedStyle(line).textOverflow]).toEqual(['block', 'ellipsis']);
  expect(line?.scrollWidth).toBeGreaterThan(line?.clientWidth ?? Infinity);
  expect(line?.clientWidth).toBeLessThanOrEqual(160);
});

it('an input with right-to-left text has that direction', async () => {
  await renderUi(<Input aria-label="Name" defaultValue="שם" />);
  const input = document.querySelector('input');
  expect(input && getComputedStyle(input).direction).toBe('rtl');
});

function textWith(content: string): Text {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.data.includes(content)) return node;
  throw new Error(`No text contains ${content}`);
}
