import * as z from 'zod/mini';
import type { RemoteRead } from './remote-reads.ts';

/** Why a profile is missing on the device (S-23). In a separate file, so that the start of the app loads no other read. */
export const profileVisibility = (userId: string) =>
  ({
    name: 'profile-visibility',
    from: { procedure: 'get_profile_visibility', with: { p_profile_id: userId } },
    answer: z.enum(['visible', 'private', 'missing']),
    freshMs: 60_000,
  }) satisfies RemoteRead<unknown>;
