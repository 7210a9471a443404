/** The folders to mutate, in this order. The tests in the folder and the listed tests run against each mutant. */
export const folders: Readonly<Record<string, readonly string[]>> = {
  'sync/media': ['sw/kept-audio.test.ts'],
  sw: ['tests/sync/background.test.ts'],
  sync: [],
  'sync/outbox': ['tests/sync/stores.test.ts', 'sync/queue-changes.test.ts'],
  'sync/kept': [],
  'sync/replica': ['tests/sync/{stores,lost-replica}.test.ts', 'sync/rebuild.test.ts'],
  'sync/model': ['sync/{overlay,core}/*.test.ts', 'sync/workspace/*views.test.ts', 'sync/remote-*.test.ts'],
  'sync/core': ['tests/sync/simulation.test.ts'],
  'sync/overlay': ['sync/workspace/*views.test.ts', 'tests/sync/simulation.test.ts'],
  'sync/remote': ['sync/*.test.ts'],
  'sync/workspace': ['sync/*.test.ts', 'tests/sync/background.test.ts'],
};

export const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));

export const mutated = (folder: string): string[] => [
  `${folder}/*.ts`,
  '!**/*.test.ts',
  '!**/*.d.ts',
  '!sync/media/sample-files.ts',
  '!sync/remote/generate-types.ts',
  '!sync/remote/types.gen.ts',
];
