// A worker does not inherit its parent's loader, so this one registers its own.
import { register } from 'tsx/esm/api';

register();
await import('./render-worker.ts');
