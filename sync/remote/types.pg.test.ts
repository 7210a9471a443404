import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { postgresTemplateUrl } from '../../tests/support/postgres.ts';
import { generateTypes } from './generate-types.ts';

it('the committed database types equal the types generated from the migrated database', async () => {
  const committed = await readFile(new URL('types.gen.ts', import.meta.url), 'utf8');
  expect(await generateTypes(postgresTemplateUrl())).toBe(committed);
});
