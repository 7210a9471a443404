// A worker thread does not inherit its parent's module loader, so register tsx here too.
import { register } from 'tsx/esm/api';

register();
await import('./file-worker.ts');
