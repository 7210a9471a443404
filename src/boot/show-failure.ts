import { bootTexts } from './boot-texts.ts';

const BOX_STYLE = `position: fixed; z-index: 2147483647; top: calc(64px + env(safe-area-inset-top)); left: 12px; right: 12px; max-width: 440px;
  margin: 0 auto; padding: 14px 16px; border-radius: 14px; display: flex; align-items: center; gap: 16px;
  font-size: 15px; line-height: 1.35; border: 1px solid currentColor;`;
const BUTTON_STYLE = `flex: none; min-height: 44px; padding: 0 20px; border: 1px solid currentColor; border-radius: 999px; cursor: pointer;
  background: transparent; color: inherit; font: inherit; font-weight: 600;`;

/**
 * Shows that the app could not be loaded, with a button that reloads the page.
 * @param tree null if only the logo is shown
 */
export function showFailure(bootPageElement: HTMLElement, tree: ShadowRoot | null): void {
  if (!tree) bootPageElement.querySelector('.shell-line')?.remove();
  const box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.style.cssText = BOX_STYLE;
  const { backgroundColor, color } = getComputedStyle(document.documentElement);
  Object.assign(box.style, { backgroundColor, color });
  const message = document.createElement('div');
  const title = document.createElement('strong');
  title.textContent = bootTexts.failed;
  const text = document.createElement('div');
  text.textContent = bootTexts.kept;
  message.style.cssText = 'flex: 1; min-width: 0';
  message.append(title, text);
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = bootTexts.retry;
  retry.style.cssText = BUTTON_STYLE;
  retry.addEventListener('click', () => window.location.reload());
  box.append(message, retry);
  (tree ?? bootPageElement).append(box);
}
