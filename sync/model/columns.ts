import * as z from 'zod/mini';

/** Columns of many tables. Timestamps are ISO 8601 in UTC. `rev` rises by one with each change of a row (SY-4). */
export const id = z.string();
export const rev = z.number();
export const timestamp = z.string();
export const nullableText = z.nullable(z.string());
