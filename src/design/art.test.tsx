import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Avatar } from './art.tsx';
import { renderUi } from '../testing/ui-test.tsx';

it('a picture that has just failed to load is not retried by a remount until the network is back', async () => {
  const face = <Avatar name="Ada Quill" src="data:image/webp;base64,AAAA" />;
  const pictures = () => document.querySelectorAll('img').length;
  const first = await renderUi(face);
  await expect.element(page.getByText('AD')).toBeVisible();
  await first.unmount();

  const second = await renderUi(face);
  expect(pictures()).toBe(0);
  await second.unmount();

  window.dispatchEvent(new Event('online'));
  await renderUi(face);
  expect(pictures()).toBe(1);
});

it('a mounted picture that failed to load is retried when the network is back', async () => {
  await renderUi(<Avatar name="Ida Moor" src="data:image/webp;base64,AAAB" />);
  await expect.element(page.getByText('ID')).toBeVisible();
  const requested: string[] = [];
  const watch = new MutationObserver((mutations) =>
    mutations.forEach(({ addedNodes }) =>
      addedNodes.forEach((node) => node instanceof HTMLImageElement && requested.push(node.src)),
    ),
  );
  watch.observe(document.body, { childList: true, subtree: true });
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => requested).toEqual(['data:image/webp;base64,AAAB']);
  watch.disconnect();
});
