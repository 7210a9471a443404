import { describe, expect, it } from 'vitest';
import { parseFilter, rowMatches } from './row-filter.ts';

const types: Record<string, string> = { zaps: 'int4', on: 'bool', user_id: 'uuid', genre: 'text', at: 'timestamptz' };
const row = {
  zaps: '10',
  on: 't',
  user_id: 'ABC-1',
  genre: 'Soul, "Funk"',
  at: '2026-01-02 00:00:00+00',
  nothing: null,
};
const fits = (filter: string) => rowMatches(row, parseFilter(filter) ?? [], (column) => types[column] ?? 'text');

describe('A filter of a subscription', () => {
  it.each([
    ['zaps=eq.10', true],
    ['zaps=gt.9', true],
    ['zaps=gt.10', false],
    ['zaps=lte.10', true],
    ['zaps=neq.9', true],
    ['zaps=in.(1,10,3)', true],
    ['zaps=not.in.(1,10,3)', false],
    ['zaps=eq.10,on=is.true', true],
    ['zaps=eq.10,on=is.false', false],
    ['on=eq.true', true],
    ['user_id=eq.abc-1', true],
    ['genre=eq."Soul, \\"Funk\\""', true],
    ['genre=in.("Rock","Soul, \\"Funk\\"")', true],
    ['genre=like.Soul%', true],
    ['genre=ilike.soul_%', true],
    ['genre=like.Soul, "Funk_', true],
    ['genre=not.like.%Rock%', true],
    ['at=gt.2026-01-01T23:00:00Z', true],
    ['nothing=is.null', true],
    ['nothing=not.is.null', false],
    ['nothing=eq.x', false],
    ['nothing=neq.x', false],
    ['nothing=isdistinct.x', true],
    ['unknown=eq.1', false],
  ])('%s is %s', (filter, expected) => {
    expect(fits(filter)).toBe(expected);
  });

  it.each([
    '',
    'zaps',
    'zaps=10',
    'zaps=almost.10',
    'zaps=in.1,2',
    'genre=match.^Soul',
    'genre=imatch.(a+)+$',
    'genre=like.a\\',
    'a b=eq.1',
    `genre=like.${'%a'.repeat(500)}`,
    Array.from({ length: 11 }, () => 'zaps=eq.1').join(),
    `zaps=in.(${Array.from({ length: 101 }, () => 1).join()})`,
  ])('%s is invalid', (filter) => {
    expect(parseFilter(filter)).toBeNull();
  });
});
