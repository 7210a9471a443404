import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PersonLink } from './person-link.tsx';
import { renderUi } from '../../testing/ui-test.tsx';

it('opens the profile by client-side navigation, and leaves clicks with a modifier key to the browser', async () => {
  const onFollow = vi.fn();
  await renderUi(
    <PersonLink userId="ada" onFollow={onFollow}>
      Ada Quill
    </PersonLink>,
  );
  const link = page.getByRole('link', { name: 'Ada Quill' });
  expect(link.element().getAttribute('href')).toBe('/profile/ada');
  const isOurs = (keys: MouseEventInit) => {
    let isTaken = false;
    const check = (event: Event) => {
      isTaken = event.defaultPrevented;
      event.preventDefault();
    };
    window.addEventListener('click', check, { once: true });
    link.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));
    return isTaken;
  };
  expect([isOurs({}), isOurs({ ctrlKey: true }), isOurs({ metaKey: true }), isOurs({ shiftKey: true })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(onFollow).toHaveBeenCalledTimes(4);
});
