import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the page gathers its errors for drivers that do not pass the console on. */
export const hookedErrors = '(window.heardErrors ?? []).splice(0)';

const hook = `<script>
window.heardErrors = [];
const real = console.error;
console.error = (...words) => { heardErrors.push(words.map(String).join(' ')); real.apply(console, words); };
addEventListener('error', (event) => heardErrors.push(event.error ? event.error + ' ' + event.error.stack : event.message ?? 'failed to load'));
addEventListener('unhandledrejection', (event) => heardErrors.push('unhandled: ' + event.reason + ' ' + (event.reason?.stack ?? '')));
addEventListener('securitypolicyviolation', (event) => heardErrors.push('refused by policy: ' + event.violatedDirective + ' ' + event.blockedURI));
// Steps through the history that have ended: heard first, whoever else stops the event.
window.traversals = 0;
addEventListener('popstate', () => (window.traversals += 1), true);
// What stands before the app is shut to everybody; to the steps it is open, and the app waits for them where they ask for that.
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) { return attach.call(this, { ...options, mode: 'open' }); };
const append = Element.prototype.append;
Element.prototype.append = function (...nodes) {
  if (nodes[0]?.type !== 'module' || !localStorage.getItem('appWaits')) return append.apply(this, nodes);
  localStorage.removeItem('appWaits');
  window.letAppIn = () => append.apply(this, nodes);
};
</script>`;

/** Puts the gathering of errors, and what the steps before the app need, first into the page of a copied build. */
export function hookErrors(distDir: string): void {
  const page = join(distDir, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', `<head>${hook}`));
  for (const packed of ['br', 'gz']) rmSync(`${page}.${packed}`, { force: true });
}
