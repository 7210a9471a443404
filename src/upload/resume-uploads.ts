import type { Scope } from '../../sync/client.ts';
import { isUnderWay } from './upload-stage.ts';

/** Delay before a retry if the transfer's code could not be fetched, in ms. */
const RETRY_MS = 10_000;

/**
 * Resumes this person's uploads on every page and after every restart. The transfer's code loads only if there is one
 * to resume.
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
        timer = setTimeout(look, RETRY_MS);
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
