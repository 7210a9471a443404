import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { allowErrorReports, mayReportErrors } from '../../platform/error-reports.ts';
import { SystemProvider } from '../../design/system-provider.tsx';
import { ErrorReportsSwitch } from './error-reports-switch.tsx';

afterEach(() => allowErrorReports(false));

it('the switch for error reports is off until the person turns it on, and stores each change', async () => {
  const first = await render(<ErrorReportsSwitch />, { wrapper: SystemProvider });
  const control = page.getByRole('switch', { name: 'Send error reports' });
  await expect.element(control).toHaveAttribute('aria-checked', 'false');
  await control.click();
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
  expect(mayReportErrors()).toBe(true);
  await first.unmount();
  await render(<ErrorReportsSwitch />, { wrapper: SystemProvider });
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
  await control.click();
  expect(mayReportErrors()).toBe(false);
});
