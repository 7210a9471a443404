import { prepareRun } from '../prepare-run.mjs';

await prepareRun();
const { runHostedCommand } = await import('./hosted-commands.ts');
process.exit(await runHostedCommand(process.argv.slice(2), process.env));
