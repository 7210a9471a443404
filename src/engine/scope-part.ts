import * as z from 'zod/mini';
import type { AcknowledgedAction, Scope } from '../../sync/client.ts';
import { type Read, useRead } from '../platform/use-read.ts';
import { useScope } from './live.ts';
import { toast } from './toast.ts';

interface ScopePart<T> {
  load: (scope: Scope) => Promise<T>;
  /** Prefix of the kinds of the part's actions. */
  subject: string;
  /** Title of the toast after the server has refused one of its actions. */
  refused: string;
}

const refusal = z.object({ message: z.string() });

/** @returns a hook for a part of the engine, whose code is loaded at its first use. A loaded part is there in a page's first render. */
export function createScopePart<T extends object>({ load, subject, refused }: ScopePart<T>): () => Read<T> {
  const loaded = new WeakMap<Scope, T>();
  const reported = new WeakSet<Scope>();

  async function read(scope: Scope): Promise<T> {
    // An action may be refused long after the page that made it has closed.
    if (!reported.has(scope)) scope.onAcknowledged(reportRefusal);
    reported.add(scope);
    const part = await load(scope);
    loaded.set(scope, part);
    return part;
  }

  function reportRefusal({ kind, status, result }: AcknowledgedAction): void {
    if (status !== 'rejected' || !kind.startsWith(`${subject}.`)) return;
    const { data } = refusal.safeParse(result);
    toast({ id: subject, kind: 'error', title: refused, ...(data ? { text: data.message } : {}) });
  }

  const known = (scope: Scope) => loaded.get(scope);
  return () => useRead(read, useScope(), known);
}
