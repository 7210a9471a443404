import { expect, it } from 'vitest';
import { classes } from './classes.ts';
import { Box, Flex, styled } from './styled.tsx';
import { renderUi } from '../testing/ui-test.tsx';

const Tile = styled(
  'div',
  {
    base: { color: 'rgb(1, 1, 1)', paddingTop: '5px' },
    variants: { variant: { loud: { color: 'rgb(2, 2, 2)' }, quiet: {} } },
  },
  { 'data-tile': '' },
);
const childStyle = classes({ link: { color: 'rgb(9, 9, 9)', paddingTop: '8px' } });

it('a styled element combines recipe, variants and default attributes; its style props win', async () => {
  const screen = await renderUi(
    <>
      <Tile>plain</Tile>
      <Tile variant="loud" paddingTop={{ base: '6px' }} css={{ paddingLeft: '3px' }} id="two">
        loud
      </Tile>
    </>,
  );
  const [plain, loud] = ['plain', 'loud'].map((text) => screen.getByText(text).element());
  if (!plain || !loud) throw new Error('Both must be rendered');
  const { color, paddingTop } = getComputedStyle(plain);
  expect([color, paddingTop, plain.hasAttribute('data-tile')]).toEqual(['rgb(1, 1, 1)', '5px', true]);
  const louder = getComputedStyle(loud);
  expect([louder.color, louder.paddingTop, louder.paddingLeft]).toEqual(['rgb(2, 2, 2)', '6px', '3px']);
  expect(loud.getAttributeNames().toSorted()).toEqual(['class', 'data-tile', 'id']);
});

it('a styled element applies changed props on a rerender', async () => {
  const screen = await renderUi(<Box color="rgb(1, 1, 1)">words</Box>);
  await screen.rerender(
    <Box color="rgb(2, 2, 2)" aria-hidden>
      words
    </Box>,
  );
  const box = screen.getByText('words').element();
  expect([getComputedStyle(box).color, box.getAttribute('aria-hidden')]).toEqual(['rgb(2, 2, 2)', 'true']);
});

it('a styled SVG element keeps attributes that are style properties on other elements', async () => {
  const screen = await renderUi(
    <styled.svg width="20px" height="10px" role="img" aria-label="Drawing">
      <styled.rect width="7" height="3" fill="rgb(3, 3, 3)" />
    </styled.svg>,
  );
  const drawing = screen.getByRole('img').element();
  const rect = drawing.firstElementChild;
  if (!rect) throw new Error('The rect must be rendered');
  expect([drawing.getAttribute('width'), getComputedStyle(drawing).width]).toEqual([null, '20px']);
  expect([rect.getAttribute('width'), rect.getAttribute('height')]).toEqual(['7', '3']);
  expect([rect.getAttribute('fill'), getComputedStyle(rect).fill]).toEqual([null, 'rgb(3, 3, 3)']);
});

it('a styled element renders as another tag, or with asChild gives its styles to its child, where they override those of the child', async () => {
  const screen = await renderUi(
    <Flex as="ul" direction="column" align="end">
      <Box asChild paddingTop="2px" paddingLeft="4px" color="rgb(4, 4, 4)">
        <a href="#there" className={childStyle('link')}>
          Lent
        </a>
      </Box>
    </Flex>,
  );
  const { display, flexDirection, alignItems } = getComputedStyle(screen.getByRole('list').element());
  expect([display, flexDirection, alignItems]).toEqual(['flex', 'column', 'end']);
  const link = screen.getByRole('link', { name: 'Lent' }).element();
  const { color, paddingLeft } = getComputedStyle(link);
  expect([link.getAttribute('href'), color, paddingLeft]).toEqual(['#there', 'rgb(4, 4, 4)', '4px']);
});
