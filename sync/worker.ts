/** The engine's entry point for the service worker, which acts with no page open (SY-20). Pages never load it. */
export { drainInBackground } from './workspace/background.ts';
