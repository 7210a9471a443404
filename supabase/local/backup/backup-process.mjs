// The backup that the server makes by schedule: a process of its own, so that it neither blocks requests nor fills the server's memory.
import { register } from 'tsx/esm/api';

register();
const { backUpInProcess } = await import('./backup-process.ts');
await backUpInProcess();
