import type { OutboxRecord } from '../../../sync/core/records.ts';
import type { Shown } from '../../../sync/model/shown.ts';
import { noSmallRows } from '../../../sync/model/tables.ts';
import { show, type ShownInput } from '../../../sync/overlay/shown.ts';

/** What is shown at noon to the person 'me', who owns the track 'mine'. The replica lacks 'unknown'. */
export function showing(
  records: readonly OutboxRecord[],
  { rows = {}, ...rest }: Partial<Omit<ShownInput, 'rows'>> & { rows?: Partial<ShownInput['rows']> } = {},
): Shown {
  return show({
    config: { supabaseUrl: 'https://backend.test', publishableKey: 'k' },
    userId: 'me',
    now: Date.UTC(2027, 0, 1, 12),
    profile: null,
    shares: [],
    records,
    ownerOf: (track) => (track === 'mine' ? 'me' : track === 'unknown' ? null : 'artist'),
    ...rest,
    rows: { ...noSmallRows, ...rows },
  });
}
