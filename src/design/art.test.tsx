import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Avatar } from './art.tsx';
import { draw } from '../testing/ui-test.tsx';

it('a picture that failed to load is not retried on remount, but when the network is back', async () => {
  const face = <Avatar name="Ada Quill" src="data:image/webp;base64,AAAA" />;
  const pictures = () => document.querySelectorAll('img').length;
  const first = await draw(face);
  await expect.element(page.getByText('AD')).toBeVisible();
  await first.unmount();

  const again = await draw(face);
  expect(pictures()).toBe(0);
  await again.unmount();

  window.dispatchEvent(new Event('online'));
  await draw(face);
  expect(pictures()).toBe(1);
});
it('a mounted picture that failed to load is retried when the network is back', async () => {
  await draw(<Avatar name="Ida Moor" src="data:image/webp;base64,AAAB" />);
  await expect.element(page.getByText('ID')).toBeVisible();
  const asked: string[] = [];
  const watch = new MutationObserver((seen) =>
    seen.forEach(({ addedNodes }) =>
      addedNodes.forEach((node) => node instanceof HTMLImageElement && asked.push(node.src)),
    ),
  );
  watch.observe(document.body, { childList: true, subtree: true });
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => asked).toEqual(['data:image/webp;base64,AAAB']);
  watch.disconnect();
});
