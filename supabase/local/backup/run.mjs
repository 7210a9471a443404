import { prepareRun } from '../prepare-run.mjs';

await prepareRun();
const { runCommand } = await import('./backup-commands.ts');
process.exit(await runCommand(process.argv.slice(2), process.env));
