import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const takePageErrors = '(window.pageErrors ?? []).splice(0)';

const hook = `<script>
window.pageErrors = [];
const real = console.error;
console.error = (...args) => { pageErrors.push(args.map(String).join(' ')); real.apply(console, args); };
addEventListener('error', (event) => pageErrors.push(event.error ? event.error + ' ' + event.error.stack : event.message ?? 'failed to load'));
addEventListener('unhandledrejection', (event) => pageErrors.push('unhandled: ' + event.reason + ' ' + (event.reason?.stack ?? '')));
addEventListener('securitypolicyviolation', (event) => pageErrors.push('refused by policy: ' + event.violatedDirective + ' ' + event.blockedURI));
// Counts finished history traversals, in a capture listener that runs before any other can stop the event.
window.traversals = 0;
addEventListener('popstate', () => (window.traversals += 1), true);
// Opens the boot page's closed shadow tree to the journeys' steps. A step can also hold back the app's start, by 'appWaits' in local storage.
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: 'open' }); };
const append = Element.prototype.append;
Element.prototype.append = function (...nodes) {
  if (nodes[0]?.type !== 'module' || !localStorage.getItem('appWaits')) return append.apply(this, nodes);
  localStorage.removeItem('appWaits');
  window.startApp = () => append.apply(this, nodes);
};
</script>`;

/**
 * Adds a script to the built page that records its errors for `takePageErrors`, counts history traversals, opens the boot
 * page's shadow tree, and can hold back the app's start.
 */
export function hookPage(distDir: string): void {
  const page = join(distDir, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', `<head>${hook}`));
  for (const packed of ['br', 'gz']) rmSync(`${page}.${packed}`, { force: true });
}
