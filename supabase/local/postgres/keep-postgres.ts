import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../start-error.ts';
import { startPostgres, type RunningPostgres, type StartPostgresOptions } from './start-postgres.ts';

/** Most attempts to restart within `WITHIN_MS`. If more are needed, a restart does not remove the cause. */
const TRIES = 5;
const WITHIN_MS = 10 * 60_000;
/** Pause before the first restart: the old processes need time to exit. The pause doubles with each further restart. */
const FIRST_PAUSE_MS = 200;

interface KeepPostgresOptions extends StartPostgresOptions {
  readonly log: (line: string) => void;
  readonly onLost: (line: string) => void;
  readonly onBack?: () => void;
}

/**
 * Starts a server, and restarts it on the same port when it ends by itself. Calls `onLost` instead after `TRIES` attempts, also failed
 * ones, within `WITHIN_MS`. @throws StartError if the first start fails
 */
export async function keepPostgres(options: KeepPostgresOptions): Promise<Pick<RunningPostgres, 'url' | 'stop'>> {
  const { log, onLost, onBack = () => undefined, ...start } = options;
  let server = await startPostgres(start);
  const { url } = server;
  const port = Number(new URL(url).port);
  const begun: number[] = [];
  let stopping = false;
  let restarting: Promise<void> = Promise.resolve();

  const startAgain = async (): Promise<void> => {
    log('The database ended by itself and is started again.');
    let reason = `See postgres.log in ${start.dataDir}.`;
    for (;;) {
      const tries = begun.filter((at) => at > Date.now() - WITHIN_MS).length;
      if (tries === TRIES) return onLost(`The database ended by itself and does not stay up. ${reason}`);
      begun.push(Date.now());
      await sleep(FIRST_PAUSE_MS * 2 ** tries);
      if (stopping) return;
      try {
        server = await startPostgres({ ...start, port, mustExist: true });
        watch();
        onBack();
        return log('The database is back.');
      } catch (error) {
        reason = reasonOf(error);
      }
    }
  };
  const watch = () => void server.exited.then(() => (stopping ? undefined : (restarting = startAgain())));
  watch();

  return {
    url,
    async stop() {
      stopping = true;
      await restarting;
      await server.stop();
    },
  };
}
