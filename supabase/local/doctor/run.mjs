import { prepareRun } from '../prepare-run.mjs';

await prepareRun();
const { runDoctor } = await import('./run-doctor.ts');
process.exit(await runDoctor(process.env, console.log));
