// A worker thread does not inherit its parent's TypeScript loader.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
