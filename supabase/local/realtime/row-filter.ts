import { compileLike } from './like-pattern.ts';

/**
 * Limits of a filter (characters, conditions, values of a condition): more than the app needs, cheap to check per row.
 */
const MAX_LENGTH = 1000;
const MAX_CONDITIONS = 10;
const MAX_VALUES = 100;

export interface Condition {
  readonly column: string;
  readonly operator: string;
  readonly negated: boolean;
  readonly values: readonly string[];
  readonly isLike: ((text: string) => boolean) | null;
}

/** Values as text, as in logical replication; null is SQL's null. */
export type TextRow = Readonly<Record<string, string | null>>;

// Clients must not supply regular expressions, so `match` and `imatch` are missing.
const operators = new Set(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'is', 'like', 'ilike', 'isdistinct']);

/** Parses the comma-separated conditions of a filter. Null for an invalid or too long filter. */
export function parseFilter(text: string): Condition[] | null {
  if (text.length > MAX_LENGTH) return null;
  const parts = splitOutside(text, ',');
  if (parts.length > MAX_CONDITIONS) return null;
  const conditions = parts.map(parseCondition);
  return conditions.every((condition) => condition !== null) ? conditions : null;
}

function parseCondition(text: string): Condition | null {
  const match = /^\s*(\w+)=(not\.)?(\w+)\.([\s\S]*)$/.exec(text);
  const [, column, not, operator, operand] = match ?? [];
  if (column === undefined || operator === undefined || operand === undefined || !operators.has(operator)) return null;
  const list = operator === 'in' ? /^\(([\s\S]*)\)$/.exec(operand)?.[1] : undefined;
  if (operator === 'in' && list === undefined) return null;
  const values = list === undefined ? [unquote(operand)] : splitOutside(list, ',').map(unquote);
  if (values.length > MAX_VALUES) return null;
  const isPattern = operator === 'like' || operator === 'ilike';
  const isLike = isPattern ? compileLike(values[0] ?? '', operator === 'ilike') : null;
  if (isPattern && isLike === null) return null;
  return { column, operator, negated: not !== undefined, values, isLike };
}

/** Ignores separators inside quotes and brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let quoted = false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    const last = parts.length - 1;
    if (quoted && char === '\\') {
      parts[last] += char + text.charAt((i += 1));
      continue;
    }
    if (char === '"') quoted = !quoted;
    if (!quoted && char === '(') depth += 1;
    if (!quoted && char === ')') depth -= 1;
    if (!quoted && depth === 0 && char === separator) parts.push('');
    else parts[last] += char;
  }
  return parts;
}

function unquote(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text;
}

/** Whether a row meets all conditions. As in SQL, a comparison with null is neither true nor false. */
export function rowMatches(
  row: TextRow,
  conditions: readonly Condition[],
  typeOf: (column: string) => string,
): boolean {
  return conditions.every((condition) => {
    const value = row[condition.column];
    if (value === undefined) return false;
    const result = evaluate(value, condition, typeOf(condition.column));
    return result === null ? false : result !== condition.negated;
  });
}

function evaluate(value: string | null, { operator, values, isLike }: Condition, type: string): boolean | null {
  const expected = values[0] ?? '';
  if (operator === 'is') return isKeyword(value, expected.toLowerCase());
  if (operator === 'isdistinct') return value === null ? expected !== 'null' : compare(value, expected, type) !== 0;
  if (value === null) return null;
  if (operator === 'in') return values.some((candidate) => compare(value, candidate, type) === 0);
  if (isLike) return isLike(value);
  const order = compare(value, expected, type);
  const results: Record<string, boolean> = {
    eq: order === 0,
    neq: order !== 0,
    lt: order < 0,
    lte: order <= 0,
    gt: order > 0,
    gte: order >= 0,
  };
  return results[operator] ?? null;
}

function isKeyword(value: string | null, keyword: string): boolean {
  if (keyword === 'null' || keyword === 'unknown') return value === null;
  return value !== null && compare(value, keyword, 'bool') === 0;
}

export const numericTypes: ReadonlySet<string> = new Set([
  'int2',
  'int4',
  'int8',
  'float4',
  'float8',
  'numeric',
  'oid',
]);

function compare(a: string, b: string, type: string): number {
  if (numericTypes.has(type)) return Number(a) - Number(b);
  if (type === 'bool') return Number(isTrue(a)) - Number(isTrue(b));
  if (type === 'timestamptz' || type === 'timestamp') return Date.parse(a) - Date.parse(b);
  if (type === 'uuid') return a.toLowerCase() < b.toLowerCase() ? -1 : Number(a.toLowerCase() !== b.toLowerCase());
  return a < b ? -1 : Number(a !== b);
}

const isTrue = (text: string): boolean => text === 't' || text === 'true';
