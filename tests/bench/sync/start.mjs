// A worker thread starts without the loader for TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
