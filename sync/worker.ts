/** The service worker's entry, for sending with no page open (SY-20). */
export { drainInBackground } from './workspace/background.ts';
