import type { Scope } from '../api.ts';
import type { AvatarState } from '../avatar-types.ts';
import { AVATAR_KEY } from '../core/names.ts';
import type { SyncEnvironment } from '../environment.ts';
import { createLive } from '../model/live.ts';
import type { ReplicaDatabase } from '../replica/database.ts';
import type { Calls } from '../remote/calls.ts';
import { toCallResult } from '../remote/failure.ts';
import type { Playlists } from './playlists.ts';
import type { Views } from './views.ts';
import type { Transport } from '../remote/transport.ts';

type LazyParts = Pick<Scope, 'procedures' | 'remote' | 'ownHistory' | 'releases' | 'avatar'> & {
  playlists(): Promise<Playlists>;
  /** Continues the upload of a new profile picture, if one is stored. */
  resume(): void;
};

/** Parts that are imported with their first use, because the first screen does not need them. @param scope throws once the scope is closed */
export function createLazyParts(
  scope: () => Scope,
  transport: Transport,
  environment: SyncEnvironment,
  database: () => Promise<ReplicaDatabase>,
  views: Views,
): LazyParts {
  const calls: Calls = {
    call: async (procedure, parameters) => toCallResult(await transport.call(procedure, parameters)),
    select: async (table, query, signal) => toCallResult(await transport.select(table, query, signal)),
  };
  const procedures = onFirstUse(async () => {
    const { createProcedures } = await import('../remote/procedures.ts');
    return createProcedures(calls, scope().userId);
  });
  const avatarState = createLive<AvatarState>({ kind: 'none' });
  const avatar = onFirstUse(async () => {
    const { openAvatar } = await import('./avatar.ts');
    return openAvatar(scope(), environment, avatarState);
  });
  const hasNewPicture = async () => (await scope().device.get(AVATAR_KEY)) != null;

  return {
    procedures: {
      checkUploadSlots: async () => (await procedures()).checkUploadSlots(),
      validateFile: async (file) => (await procedures()).validateFile(file),
      checkUploadWords: async (words) => (await procedures()).checkUploadWords(words),
      logSecurityEvent(type, severity, data) {
        procedures().then(
          (loaded) => loaded.logSecurityEvent(type, severity, data),
          () => undefined,
        );
      },
    },
    remote: onFirstUse(async () => {
      const { openRemoteApi } = await import('./remote-api.ts');
      return openRemoteApi(scope(), calls, environment);
    }),
    ownHistory: onFirstUse(async () => {
      const { openOwnHistory } = await import('./own-history.ts');
      return openOwnHistory({ database, isFilled: scope().isFilled });
    }),
    playlists: onFirstUse(async () => {
      const { openPlaylists } = await import('./playlists.ts');
      const { enqueue, onClose } = scope();
      return openPlaylists({ database, views, enqueue, onClose, now: () => environment.now() });
    }),
    releases: onFirstUse(async () => {
      const { openReleases } = await import('./releases.ts');
      const { userId, enqueue, onClose } = scope();
      return openReleases({ userId, database, views, enqueue, onClose });
    }),
    avatar: {
      state: avatarState,
      put: async (picture, small) => (await avatar()).put(picture, small),
      discard: async () => (await avatar()).discard(),
      isUnderWay: async () => (await hasNewPicture()) && (await avatar()).isUnderWay(),
    },
    resume() {
      const resumeAvatar = async () => {
        if (await hasNewPicture()) await avatar();
      };
      // If the code cannot be fetched, the next visit continues the upload.
      resumeAvatar().catch(() => undefined);
    },
  };
}

/** Loads with the first call. After a failure the next call tries again. */
function onFirstUse<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
