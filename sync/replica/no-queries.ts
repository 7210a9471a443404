/** In the place of RxDB's queries, of which the app asks none (SY-2): the build leaves out the code that answers them (vite.config.ts). */
export const dexieQuery = none;
export const dexieCount = none;

function none(): never {
  throw new Error(
    'The app is built without the queries of RxDB (docs/decisions/0035-use-rxdb-s-storage-without-its-database.md)',
  );
}
