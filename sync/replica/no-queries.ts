/** Replaces RxDB's query code in the build (vite.config.ts), because the app queries nothing through RxDB (SY-2). */
export const dexieQuery = none;
export const dexieCount = none;

function none(): never {
  throw new Error(
    'The app is built without the queries of RxDB (docs/decisions/0035-use-rxdb-s-storage-without-its-database.md)',
  );
}
