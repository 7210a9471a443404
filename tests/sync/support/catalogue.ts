import { createCatalogue, type Catalogue } from '../../../sync/overlay/catalogue.ts';
import { createDerived } from '../../../sync/overlay/derived.ts';
import type { Row } from '../../../sync/core/ports.ts';

export const config = { supabaseUrl: 'https://backend.test', publishableKey: 'k' };
export const all = { search: '', genre: null };

export const put = (...rows: Row[]) => rows.map((row) => ({ id: row.id, row }));

export const openCatalogue = (nameOf: (userId: string) => string | null = () => null) =>
  createCatalogue(
    config,
    () => undefined,
    createDerived(),
    nameOf,
    () => null,
  );

export const shownIds = (catalogue: Catalogue, filter: { search: string; genre: string | null } = all) =>
  catalogue
    .explore(filter)
    .get()
    .tracks.map((view) => view.id);
