import type { RuleFields, RuleRow } from '../../../sync/model/operator/settings.ts';
import { operatorTexts } from './operator-texts.ts';

const words = operatorTexts.rules;
const PRICES: ReadonlySet<string> = new Set(['vote', 'share', 'sponsor']);

export function nameOf(name: string): string {
  return words.names[name] ?? name;
}

export function labelOf(field: string, name: string): string {
  if (field === 'is_active') return words.sold;
  if (field === 'zap_value') return PRICES.has(name) ? words.price : words.earned;
  return words.fields[field] ?? field;
}

/** Formats a stored value. Prices are stored as negative numbers and shown as positive ones. */
export function shownValue(value: RuleFields[string] | undefined): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return typeof value === 'number' ? String(Math.abs(value)) : words.noEnd;
}

/** The typed value as it is stored: null for 'without end'; undefined if it is invalid. */
export function storedValue(field: string, typed: string, name: string): number | null | undefined {
  const text = typed.trim();
  if (text === '' && (field === 'lasts_days' || field === 'stock')) return null;
  if (!/^\d{1,7}$/.test(text)) return undefined;
  return field === 'zap_value' && PRICES.has(name) ? -Number(text) || 0 : Number(text);
}

export function describeChanges(name: string, from: RuleFields, to: RuleFields): string {
  return Object.keys(to)
    .map((field) => words.arrow(labelOf(field, name), shownValue(from[field]), shownValue(to[field])))
    .join(', ');
}

export function summaryOf({ name, fields }: RuleRow): string {
  return Object.entries(fields)
    .map(([field, value]) =>
      field === 'is_active' ? (value ? words.sold : words.notSold) : `${labelOf(field, name)}: ${shownValue(value)}`,
    )
    .join(', ')
    .replaceAll(/ \([^)]*\)/g, '');
}
