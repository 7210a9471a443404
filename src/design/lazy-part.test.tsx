import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { lazyPart } from './lazy-part.tsx';
import { renderUi } from '../testing/ui-test.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const retry = page.getByRole('button', { name: 'Retry' });
const notFetched = () => new TypeError('Failed to fetch dynamically imported module: https://app.test/part.js');

/** Responds with this status, both for the part's file and for the app's page. */
function respondWith(status: number): void {
  const app = [...document.scripts].map(({ src }) => src).join(' ');
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(new Response(app, { status })));
}
afterEach(() => void vi.restoreAllMocks());

describe('a lazily loaded part', () => {
  it('offers Retry while its code cannot be loaded, and leaves the rest of the page alone', async () => {
    respondWith(404);
    const load = vi
      .fn<() => Promise<typeof Greeting>>()
      .mockRejectedValueOnce(notFetched())
      .mockRejectedValueOnce(notFetched())
      .mockResolvedValue(Greeting);
    const Part = lazyPart(load, 'block');
    await renderUi(
      <>
        <h1>Other content</h1>
        <Part name="Nina" />
      </>,
    );
    await expect.element(page.getByRole('alert')).toHaveTextContent('This part could not be loaded');
    await retry.click();
    await expect.poll(() => load.mock.calls.length).toBe(2);
    await expect.element(page.getByRole('heading', { name: 'Other content' })).toBeVisible();
    await retry.click();
    await expect.element(page.getByText('Hello Nina')).toBeVisible();
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('retries by itself if its file is available after a failure', async () => {
    respondWith(200);
    const load = vi
      .fn<() => Promise<typeof Greeting>>()
      .mockRejectedValueOnce(notFetched())
      .mockResolvedValue(Greeting);
    const Part = lazyPart(load, 'block');
    await renderUi(<Part name="Ada" />);
    await expect.element(page.getByText('Hello Ada')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('offers Reload if the browser has cached the failure although the file is available', async () => {
    respondWith(200);
    const Part = lazyPart(() => Promise.reject<typeof Greeting>(notFetched()), 'block');
    await renderUi(<Part name="Ada" />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('This part could not be loaded');
    await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(retry.elements()).toEqual([]);
  });

  it('retries by itself when the network is back', async () => {
    const load = vi
      .fn<() => Promise<typeof Greeting>>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(Greeting);
    const Part = lazyPart(load, 'invisible');
    await renderUi(<Part name="Otis" />);
    await expect.poll(() => load.mock.calls.length).toBe(1);
    await expect
      .poll(() => {
        window.dispatchEvent(new Event('online'));
        return page.getByText('Hello Otis').elements().length;
      })
      .toBe(1);
  });

  it('renders a preloaded part at once', async () => {
    const Part = lazyPart(() => Promise.resolve(Greeting), 'page');
    await Part.preload();
    const { container } = await renderUi(<Part name="Quinn" />);
    expect(container.textContent).toBe('Hello Quinn');
  });

  it('contains its own render errors', async () => {
    let isBroken = true;
    const Part = lazyPart(
      () =>
        Promise.resolve(() => {
          if (isBroken) throw new Error('broken');
          return <p>Mended</p>;
        }),
      'block',
    );
    await renderUi(<Part />);
    await expect.element(page.getByRole('alert')).toHaveTextContent('This part stopped working');
    // React logs the error that it caught.
    vi.mocked(console.error).mockClear();
    isBroken = false;
    await retry.click();
    await expect.element(page.getByText('Mended')).toBeVisible();
  });
});
