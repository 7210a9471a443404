import { prepareRun } from '../prepare-run.mjs';

await prepareRun();
const { runMeasureCommand } = await import('./measure-command.ts');
process.exit(await runMeasureCommand(process.argv.slice(2), process.env));
