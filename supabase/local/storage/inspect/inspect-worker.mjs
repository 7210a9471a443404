// Node starts workers without the loader of its parent, so this one brings its own.
import { register } from 'tsx/esm/api';

register();
await import('./inspect-worker.ts');
