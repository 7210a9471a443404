import { prepareRun } from './prepare-run.mjs';

await prepareRun();
const { main } = await import('./main.ts');
await main(process.argv.slice(2), process.env);
