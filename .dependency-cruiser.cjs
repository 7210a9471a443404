/** The arrows of the house: routes → features → (audio, ui, lib, sync/client); sw → sync/worker; sync imports nothing of src. */
const rule = (name, from, to) => ({ name, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-circles', {}, { circular: true }),
    // `supabase functions deploy` sends this folder alone.
    rule('functions-stand-alone', { path: '^supabase/functions/' }, { pathNot: '^supabase/functions/' }),
    rule(
      'one-shelf-shared-with-the-functions',
      { path: '^(src|sw|sync)/' },
      { path: '^supabase/', pathNot: '^supabase/functions/_shared/media/' },
    ),
    rule('sync-stands-alone', { path: '^sync/' }, { path: '^(src|sw)/' }),
    rule(
      'one-door-into-the-engine',
      { path: '^(src|sw)/' },
      {
        path: '^sync/',
        pathNot: '^sync/(client\\.ts|worker\\.ts|api\\.ts|server-clock\\.ts|core/names\\.ts|model/|media/|kept/)',
      },
    ),
    rule('worker-knows-no-page', { path: '^sw/' }, { path: '^src/' }),
    // What the worker and a page both write and read: messages, and the address of a conversation.
    rule(
      'page-knows-the-workers-messages-alone',
      { path: '^src/' },
      { path: '^sw/', pathNot: '^sw/(messages|conversation-address)\\.ts$' },
    ),
    rule(
      'no-feature-imports-another',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    rule('features-know-no-page-frame', { path: '^src/features/' }, { path: '^src/(app|routes)/' }),
    rule('ui-is-below', { path: '^src/(ui|lib|audio)/' }, { path: '^src/(features|routes|app)/' }),
    rule(
      'the-app-knows-the-contract-of-its-start',
      { path: '^src/', pathNot: '^src/boot/' },
      { path: '^src/boot/', pathNot: '^src/boot/(contract|early-sound|take-first-rows|save-snapshots)\\.ts$' },
    ),
    // Its elements work their looks out at each drawing: ours are in src/ui/styled.tsx.
    rule(
      'chakra-in-ui-alone',
      { path: '^src/(app|features|routes|lib)/' },
      { path: 'node_modules/@chakra-ui/', dependencyTypesNot: ['type-only'] },
    ),
    rule('howler-in-audio-alone', { path: '^(src|sync|sw)/', pathNot: '^src/audio/' }, { path: 'node_modules/howler' }),
    rule(
      'supabase-js-in-remote-alone',
      { path: '^(src|sync|sw)/', pathNot: '^sync/remote/' },
      { path: 'node_modules/@supabase/' },
    ),
    rule('stores-in-the-engine-alone', { path: '^(src|sw)/' }, { path: 'node_modules/(rxdb|dexie)/' }),
    rule(
      'no-orphans',
      {
        orphan: true,
        path: '^(src|sync|sw|supabase)/',
        pathNot:
          '(sample-files\\.ts|tab-broadcast\\.ts|no-queries\\.ts|\\.d\\.ts|\\.test\\.ts|service-worker\\.ts|patch-lite\\.mjs|audio-worker\\.ts|functions/.*/index\\.ts)$',
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'src/tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    exclude: { path: '\\.test\\.ts$' },
  },
};
