import { prepareRun } from '../prepare-run.mjs';

await prepareRun();
const { upgradePostgres } = await import('./upgrade-postgres.ts');
process.exit(await upgradePostgres(process.env, (line) => console.log(line)));
