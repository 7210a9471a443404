import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

function rulesOf(page: string): string[] {
  return [...page.matchAll(/^### (SY-\d+) \S/gm)].flatMap(([, rule]) => rule ?? []);
}

function rulesNamedIn(test: string): string[] {
  const titles = [...test.matchAll(/\b(?:it|test|describe)(?:\.\w+)?\(\s*(['"`])((?:(?!\1).)*)\1/gs)];
  return titles.flatMap(([, , title = '']) => [...title.matchAll(/\[(SY-\d+)\]/g)].flatMap(([, rule]) => rule ?? []));
}

function testFiles(): string[] {
  return ['src', 'sync', 'sw', 'supabase', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => join(root, folder, file)),
  );
}

describe('the contract of the engine (sync/SPEC.md)', () => {
  const rules = rulesOf(readFileSync(join(root, 'sync/SPEC.md'), 'utf8'));
  const testedRules = new Set(testFiles().flatMap((file) => rulesNamedIn(readFileSync(file, 'utf8'))));

  it('numbers its rules consecutively', () => {
    expect(rules).toEqual(rules.map((_, index) => `SY-${index + 1}`));
  });

  it('has a test for each rule', () => {
    expect(rules.filter((rule) => !testedRules.has(rule))).toEqual([]);
  });

  it('has each rule that a test names', () => {
    expect([...testedRules].filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it('defines rules only in headings of the third level, and only the title of a test marks a rule as tested', () => {
    expect(rulesOf('### SY-1 One\nSY-2\n#### SY-3 Three\n### SY-4 Four')).toEqual(['SY-1', 'SY-4']);
    // Composed, so that this file does not itself name rules.
    const rule = (number: number) => `[SY-${number}]`;
    expect(
      rulesNamedIn(
        `it('${rule(7)} one', f); it(\n  \`${rule(8)} ${rule(9)} two\`, f); // ${rule(10)}\nit('three', () => '${rule(11)}')`,
      ),
    ).toEqual(['SY-7', 'SY-8', 'SY-9']);
  });
});
