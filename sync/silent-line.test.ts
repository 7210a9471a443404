import { it } from 'vitest';
import { held, nothingNew, browserOfAnn, openBackend, visit } from '../tests/sync/support/backend.ts';
import { until } from '../tests/sync/support/page.ts';

it('[SY-18] the status reports a silent server, and reports it as back at its first answer', async () => {
  const pull = held(nothingNew);
  const backend = openBackend({ sync_pull: pull.answer, first_screen: pull.answer });
  await visit(await browserOfAnn(), backend, async (scope) => {
    // The delay itself is tested in sync/remote/line.test.ts.
    await until(scope.status, ({ isSilent }) => isSilent);
    pull.release();
    await until(scope.status, ({ isSilent }) => !isSilent);
  });
});
