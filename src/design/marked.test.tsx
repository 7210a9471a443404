import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Marked } from './marked.tsx';
import { renderUi } from '../testing/ui-test.tsx';

describe('search highlights in a text', () => {
  it('mark whole words, ignoring case and accents; adjacent words share one highlight', async () => {
    await renderUi(
      <p>
        <Marked text="Ghost Tram (Dépôt), ghostly" marks={['gho', 'tram', 'depot']} />
      </p>,
    );
    await expect.element(page.getByRole('paragraph')).toHaveTextContent('Ghost Tram (Dépôt), ghostly');
    const marked = page.getByRole('mark').elements();
    expect(marked.map((mark) => mark.textContent)).toEqual(['Ghost Tram (Dépôt), ghostly']);
  });

  it('leave other words unmarked', async () => {
    await renderUi(
      <p>
        <Marked text="Ghost of a Tram" marks={['ghost', 'tram']} />
      </p>,
    );
    const marked = page.getByRole('mark').elements();
    expect(marked.map((mark) => mark.textContent)).toEqual(['Ghost', 'Tram']);
  });

  it.each([
    ['Lo-Fi Nights', 'lofi', ['Lo-Fi']],
    ['R & B', 'randb', ['R & B']],
    ['Don’t Stop', 'dont', ['Don’t']],
    ['Cafe\u0301 Noir', 'cafe', ['Cafe\u0301']],
    ['Slow Fire', 'lofi', []],
  ])('mark, in %j for the term %j, every word that the term spans', async (text, mark, marked) => {
    await renderUi(
      <p>
        <Marked text={text} marks={[mark]} />
      </p>,
    );
    await expect.element(page.getByRole('paragraph')).toHaveTextContent(text);
    expect(
      page
        .getByRole('mark')
        .elements()
        .map((mark) => mark.textContent),
    ).toEqual(marked);
  });
});
