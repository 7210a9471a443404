import type { Scope } from '../../sync/client.ts';
import { isUnderWay } from './upload-stage.ts';

const RETRY_MS = 10_000;

/** Continues the person's uploads until the scope closes. The code loads only if an upload is under way. @returns a function that stops the uploads */
export function resumeUploads(scope: Scope): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoading = false;
  let isStopped = false;
  let stopDriving = () => {};
  const check = () => {
    clearTimeout(timer);
    if (isLoading || !scope.uploads.records.get()?.some(isUnderWay)) return;
    isLoading = true;
    import('./upload-driver.ts').then(
      ({ driveUploads }) => {
        stopRecords();
        if (!isStopped) stopDriving = driveUploads(scope);
      },
      () => {
        isLoading = false;
        if (!isStopped) timer = setTimeout(check, RETRY_MS);
      },
    );
  };
  const stopRecords = scope.uploads.records.subscribe(check);
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    stopRecords();
    stopDriving();
  };
  const stopListening = scope.onClose(stop);
  check();
  return () => {
    stopListening();
    stop();
  };
}
