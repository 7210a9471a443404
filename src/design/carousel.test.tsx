import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Carousel } from './carousel.tsx';
import { renderUi } from '../testing/ui-test.tsx';

const row = (cards: readonly string[]) => (
  <Carousel title="Cards" items={cards} keyOf={(card) => card}>
    {(card) => <div style={{ height: 40 }}>{card}</div>}
  </Carousel>
);
const cards = Array.from({ length: 9 }, (_, i) => `card ${i}`);
const list = () => page.getByRole('list', { name: 'Cards' }).element();

it('a row at its start shows a new first card', async () => {
  const screen = await renderUi(row(cards));
  await expect.element(page.getByText('card 8')).toBeInTheDocument();
  await screen.rerender(row(['new', ...cards]));
  await expect.element(page.getByText('new')).toBeVisible();
  const [listAt, cardAt] = [list(), page.getByText('new').element()].map(
    (element) => element.getBoundingClientRect().left,
  );
  expect(list().scrollLeft).toBe(0);
  expect(cardAt).toBeGreaterThanOrEqual(listAt ?? Number.NaN);
});

it('a swiped row keeps its position when a new first card is added', async () => {
  const screen = await renderUi(row(cards));
  await expect.element(page.getByText('card 8')).toBeInTheDocument();
  const fourth = page.getByText('card 3').element();
  fourth.scrollIntoView({ inline: 'start', behavior: 'instant' });
  // The row is focusable once its ends were measured.
  await expect.element(page.getByRole('list', { name: 'Cards' })).toHaveAttribute('tabindex', '0');
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const before = fourth.getBoundingClientRect().left;
  await screen.rerender(row(['new', ...cards]));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // Card widths are not whole pixels.
  expect(Math.abs(fourth.getBoundingClientRect().left - before)).toBeLessThan(2);
});
