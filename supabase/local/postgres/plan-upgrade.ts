import type postgres from 'postgres';
import { StartError } from '../start-error.ts';
import { compareReleases } from './compare-releases.ts';
import { FIRST_ADDED, foldedVersions, LAST_UNFOLDED } from './folded-versions.ts';
import type { Migration } from './migrations.ts';

/** A database's record of the releases that wrote it. */
export interface History {
  /** Versions of the applied migrations. Empty: the database is new. */
  readonly versions: readonly string[];
  /** The last release that wrote the database; null if it was only used before the first release. */
  readonly release: string | null;
  /** When the database recorded its first release. Backups, dumps and copies keep this time, so it distinguishes installations. */
  readonly firstReleaseAt: Date | null;
}

/** Where the database is: in the data folder, on a server at DATABASE_URL, or in a Supabase project. */
export type DatabaseHost = 'folder' | 'server' | 'project';

export interface UpgradePlan {
  /** 'upgrade': the database has data of an earlier release, and will change. */
  readonly kind: 'new' | 'current' | 'upgrade';
  /** Whether the history names the migrations from before the folding (`folded-versions.ts`). */
  readonly replacesFolded: boolean;
  readonly missing: readonly Migration[];
}

export async function readHistory(sql: postgres.ISql): Promise<History> {
  const [found] = await sql<{ hasMigrations: boolean; hasReleases: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as "hasMigrations",
      to_regclass('private.releases') is not null as "hasReleases"`;
  const versions = found?.hasMigrations
    ? await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations order by version`
    : [];
  const releases = found?.hasReleases
    ? await sql<{ release: string; firstAt: Date }[]>`
        select release, min(noted_at) over () as "firstAt" from private.releases order by number desc limit 1`
    : [];
  return {
    versions: versions.map(({ version }) => version),
    release: releases[0]?.release ?? null,
    firstReleaseAt: releases[0]?.firstAt ?? null,
  };
}

/**
 * Decides how this release takes over a database.
 *
 * @throws StartError if it cannot: a later release wrote the database, or the database is older than the first release and lacks some of the
 * folded migrations
 */
export function planUpgrade(
  history: History,
  migrations: readonly Migration[],
  release: string,
  host: DatabaseHost = 'folder',
): UpgradePlan {
  if (history.versions.length === 0) return { kind: 'new', replacesFolded: false, missing: migrations };
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = history.versions.filter((version) => !known.has(version));
  const last = migrations.at(-1)?.version ?? '';
  const isLater = history.release !== null && compareReleases(history.release, release) > 0;
  if (isLater || unknown.some((version) => version > last))
    throw new StartError(laterWords(history.release, release, host));

  const replacesFolded = unknown.length > 0;
  const applied = new Set(history.versions);
  if (replacesFolded && !isWholeFold(unknown, applied)) throw new StartError(beforeFirstWords(release, host));
  const missing = migrations.filter(
    ({ version }) => !applied.has(version) && !(replacesFolded && version < FIRST_ADDED),
  );
  const isCurrent = missing.length === 0 && !replacesFolded && history.release === release;
  return { kind: isCurrent ? 'current' : 'upgrade', replacesFolded, missing };
}

function isWholeFold(unknown: readonly string[], applied: ReadonlySet<string>): boolean {
  return unknown.length === foldedVersions.length && foldedVersions.every((version) => applied.has(version));
}

const waysBack: Record<DatabaseHost, string> = {
  folder: 'restore the backup that was made before the upgrade into an empty data folder',
  server: 'restore a backup of your server from before the upgrade into another database, and set DATABASE_URL to it',
  project: 'restore a backup of the project from before the upgrade into another project',
};

function laterWords(last: string | null, release: string, host: DatabaseHost): string {
  const isNamed = last !== null && compareReleases(last, release) > 0;
  return (
    `The database was last used by Undercurrent ${isNamed ? last : 'at a later state'}, and this is ${release}, which is earlier and cannot read ` +
    `it. ${host === 'project' ? 'Use' : 'Start'} ${isNamed ? `Undercurrent ${last} or later` : 'the later state'} on it. To go back to ${release} all the ` +
    `same, ${waysBack[host]}: see "Upgrade" in docs/operating.md. Nothing was changed.`
  );
}

function beforeFirstWords(release: string, host: DatabaseHost): string {
  const ways: Record<DatabaseHost, string> = {
    folder:
      `Start the intermediate commit ${LAST_UNFOLDED} once with this data folder, and then ${release}. If that refuses it too, keep the folder aside, ` +
      'and set UNDERCURRENT_DATA to an empty folder. The server then starts without the old data.',
    server:
      `Start the intermediate commit ${LAST_UNFOLDED} once with this DATABASE_URL, and then ${release}. If that refuses it too, keep the database, and ` +
      'set DATABASE_URL and UNDERCURRENT_DATA to an empty database and an empty folder. The server then starts without the old data.',
    project:
      `Run npm run migrate once at the intermediate commit ${LAST_UNFOLDED}, and then at ${release}. If that refuses it too, keep the project, and ` +
      'create another one, which starts without the old data.',
  };
  return (
    `The database was made before the first release, by a state of Undercurrent that ${release} has no upgrade from. ${ways[host]} ` +
    'Nothing was changed.'
  );
}
