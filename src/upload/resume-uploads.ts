import type { Scope } from '../../sync/client.ts';
import { isUnderWay } from './upload-stage.ts';

/** The code of the transfer could not be fetched: it is asked for again after this long, in ms. */
const AGAIN_MS = 10_000;

/**
 * Goes on with what this person has begun, from every page and after every restart: the code of it comes when there is
 * something to do.
 */
export function resumeUploads(scope: Scope): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoading = false;
  const look = () => {
    clearTimeout(timer);
    if (isLoading || !scope.uploads.records.get()?.some(isUnderWay)) return;
    isLoading = true;
    import('./upload-driver.ts').then(
      ({ driveUploads }) => {
        stop();
        driveUploads(scope);
      },
      () => {
        isLoading = false;
        timer = setTimeout(look, AGAIN_MS);
      },
    );
  };
  const stopRecords = scope.uploads.records.subscribe(look);
  const stop = () => {
    clearTimeout(timer);
    stopRecords();
  };
  scope.onClose(stop);
  look();
}
