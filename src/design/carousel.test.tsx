import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Carousel } from './carousel.tsx';
import { draw } from '../testing/ui-test.tsx';

const row = (cards: readonly string[]) => (
  <Carousel title="Cards" items={cards} keyOf={(card) => card}>
    {(card) => <div style={{ height: 40 }}>{card}</div>}
  </Carousel>
);
const cards = Array.from({ length: 9 }, (_, i) => `card ${i}`);
const track = () => page.getByRole('list', { name: 'Cards' }).element();

it('a card that comes before the first is seen where the row stands at its start', async () => {
  const screen = await draw(row(cards));
  await expect.element(page.getByText('card 8')).toBeInTheDocument();
  await screen.rerender(row(['new', ...cards]));
  await expect.element(page.getByText('new')).toBeVisible();
  const [listAt, cardAt] = [track(), page.getByText('new').element()].map((each) => each.getBoundingClientRect().left);
  expect(track().scrollLeft).toBe(0);
  expect(cardAt).toBeGreaterThanOrEqual(listAt ?? Number.NaN);
});

it('a row that was swiped stays at its card when another comes first', async () => {
  const screen = await draw(row(cards));
  await expect.element(page.getByText('card 8')).toBeInTheDocument();
  const fourth = page.getByText('card 3').element();
  fourth.scrollIntoView({ inline: 'start', behavior: 'instant' });
  // The steps appear once the row has told that it was scrolled.
  await expect.element(page.getByRole('list', { name: 'Cards' })).toHaveAttribute('tabindex', '0');
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const before = fourth.getBoundingClientRect().left;
  await screen.rerender(row(['new', ...cards]));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // Cards are some fractions of a pixel wide.
  expect(Math.abs(fourth.getBoundingClientRect().left - before)).toBeLessThan(2);
});
