import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PersonLink } from './person-link.tsx';
import { renderUi } from '../../testing/ui-test.tsx';

it('the link opens the profile by client-side navigation, leaves clicks with a modifier key to the browser, and reports each click', async () => {
  const onFollow = vi.fn();
  await renderUi(
    <PersonLink userId="ada" onFollow={onFollow}>
      Ada Quill
    </PersonLink>,
  );
  const link = page.getByRole('link', { name: 'Ada Quill' });
  expect(link.element().getAttribute('href')).toBe('/profile/ada');
  const isHandledByApp = (keys: MouseEventInit) => {
    let isPrevented = false;
    const check = (event: Event) => {
      isPrevented = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', check, { once: true });
    link.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
    return isPrevented;
  };
  expect([
    isHandledByApp({}),
    isHandledByApp({ ctrlKey: true }),
    isHandledByApp({ metaKey: true }),
    isHandledByApp({ shiftKey: true }),
  ]).toEqual([true, false, false, false]);
  expect(onFollow).toHaveBeenCalledTimes(4);
});
