import type { BackendConfig } from '../environment.ts';
import type { ProfileRow } from '../model/tables/user-profiles.ts';
import type { ProfileView } from '../view-types.ts';
import { mediaAddress } from '../../supabase/functions/_shared/media/media-address.ts';
import { createRowStore, type RowChange } from './row-store.ts';

/** Profiles that this person may see. A view stays the same object until a field changes. */
export interface Profiles {
  /** @returns the ids of the people who changed */
  apply(changes: readonly RowChange[]): Set<string>;
  /** The server's row, without queued edits. */
  row(id: string): ProfileRow | null;
  /** Sets the person's own profile with queued edits applied. */
  setOwn(profile: ProfileRow | null): void;
  get(id: string): ProfileView | null;
  all(): ProfileView[];
  reset(): void;
}

export function createProfiles(config: BackendConfig, userId: string | null): Profiles {
  const rows = createRowStore('user_profiles', ({ id }) => id);
  const views = new WeakMap<ProfileRow, ProfileView>();
  let own: ProfileRow | null = null;

  const toView = (row: ProfileRow): ProfileView => {
    let view = views.get(row);
    if (!view) {
      const { avatar_url: avatar } = row;
      view = { ...row, avatarSrc: avatar === null ? null : mediaAddress(config, 'avatars', avatar) };
      views.set(row, view);
    }
    return view;
  };
  const shown = (row: ProfileRow) => toView(row.id === userId && own ? own : row);

  return {
    apply: (changes) => rows.apply(changes),
    row: (id) => rows.get(id),
    setOwn(profile) {
      if (JSON.stringify(profile) !== JSON.stringify(own)) own = profile;
    },
    get(id) {
      const row = rows.get(id);
      return row && shown(row);
    },
    all: () => [...rows.all()].map(shown),
    reset() {
      rows.reset();
      own = null;
    },
  };
}
