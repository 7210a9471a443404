/** The engine's entry point for the service worker, which acts with no page open (SY-20). No page carries its code. */
export { drainInBackground } from './workspace/background.ts';
