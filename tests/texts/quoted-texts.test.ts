import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { quotedTexts } from './quoted-texts.ts';
import { HOLE, pageTestTexts, sourceTexts, textsOfScript, textsOfSql } from './source-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('the texts of a source are its literals, templates, elements and SQL strings, not its comments', () => {
  const script = "// 'Not this'\nconst a = `Need ${b} more`; /* 'nor this' */ const c = <p>\n  You have {d}\n</p>;";
  expect(textsOfScript('a.tsx', script)).toEqual(['Need {n} more', 'You have {n}']);
  const sql = "-- 'not this'\nselect 'It''s ' || v_cost || ' more', format('%s left', v)";
  expect(textsOfSql(sql)).toEqual(["It's {n} more", '{n} left']);
});

describe("the specification's quoted texts", () => {
  it('each occur in a source', () => {
    const texts = sourceTexts(root);
    const missing = Object.values(quotedTexts)
      .flat()
      .filter((quoted) => !texts.some((text) => holds(text, quoted)));
    expect(missing).toEqual([]);
  });

  it('each occur in a test of the pages, except one that the database test covers', () => {
    const texts = pageTestTexts(root);
    const untested = Object.values(quotedTexts)
      .flat()
      .filter((quoted) => {
        const pattern = new RegExp(escaped(quoted).replaceAll('\\{n\\}', '\\d+'));
        return !texts.some((text) => (quoted.includes(HOLE) ? pattern.test(text) : holds(text, quoted)));
      });
    expect(untested).toEqual([
      // The name of an account without an e-mail address, tested in supabase/tests/access.pg.test.ts.
      'New User',
    ]);
  });
});

function holds(text: string, quoted: string): boolean {
  if (text.includes(HOLE)) {
    const parts = text.split(HOLE);
    // Holes alone would match anything.
    if (lettersOf(parts.join('')) < lettersOf(quoted) / 3) return false;
    return new RegExp(`^${parts.map(escaped).join('.+')}$`).test(quoted);
  }
  const at = text.indexOf(quoted);
  if (at < 0) return false;
  const neighbours = [text[at - 1], text[at + quoted.length]];
  return !neighbours.some((next) => next !== undefined && /[\p{L}\p{N}]/u.test(next));
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '').length;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
