import { prepareRun } from '../prepare-run.mjs';

await prepareRun();
const { runOperatorCommand } = await import('./operator-command.ts');
process.exit(await runOperatorCommand(process.argv.slice(2), process.env));
