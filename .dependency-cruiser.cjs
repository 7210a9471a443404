const rule = (name, from, to) => ({ name, severity: 'error', from, to });

/** The layers of src, the lowest first: each imports from those before it alone. sw imports sync/worker; sync imports nothing of src. */
const layers = ['platform', 'engine', 'design', 'components', '(playback|messages|upload)', 'shell', 'screens', 'boot'];

/** What others know of boot. */
const startIsKnownBy = '^src/boot/(contract|early-sound|fetch-with-prefetch|save-snapshots)\\.ts$';

module.exports = {
  forbidden: [
    rule('no-circles', {}, { circular: true }),
    // `supabase functions deploy` sends this folder alone.
    rule('functions-stand-alone', { path: '^supabase/functions/' }, { pathNot: '^supabase/functions/' }),
    rule(
      'one-shelf-shared-with-the-functions',
      { path: '^(src|sw|sync)/' },
      { path: '^supabase/', pathNot: '^supabase/functions/_shared/(media/|invitation-code|passcode-text)' },
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
    ...layers.slice(1).map((above, at) =>
      rule(
        `${layers[at]}-knows-nothing-above-it`,
        { path: `^src/${layers[at]}/`, pathNot: '\\.test\\.tsx?$' },
        {
          path: `^src/(${layers
            .slice(at + 1)
            .map((layer) => layer.replace(/[()]/g, ''))
            .join('|')})/`,
          pathNot: startIsKnownBy,
        },
      ),
    ),
    rule(
      'the-start-is-known-by-its-contract',
      { path: '^src/', pathNot: '^src/boot/' },
      { path: '^src/boot/', pathNot: startIsKnownBy },
    ),
    rule(
      'player-messages-and-upload-know-nothing-of-each-other',
      { path: '^src/(playback|messages|upload)/' },
      { path: '^src/(playback|messages|upload)/', pathNot: '^src/$1/' },
    ),
    // The gate preloads the sign-in.
    rule(
      'no-screen-imports-another',
      { path: '^src/screens/([^/]+)/', pathNot: '^src/screens/beta-gate/' },
      { path: '^src/screens/', pathNot: '^src/screens/$1/' },
    ),
    // Votes, people, ZAPs, sponsoring and what lies beyond the device are parts of the others.
    rule(
      'components-know-the-small-ones-alone',
      { path: '^src/components/([^/]+)/' },
      { path: '^src/components/', pathNot: '^src/components/($1|beyond|vote|person|zaps|sponsor)/' },
    ),
    rule(
      'tests-alone-know-the-fakes',
      { path: '^src/', pathNot: '(^src/testing/|\\.test\\.tsx?$)' },
      { path: '^src/testing/' },
    ),
    // Its elements compute their styles at each rendering: ours are in src/design/styled.tsx.
    rule(
      'chakra-in-design-alone',
      { path: '^src/', pathNot: '^src/(design|testing|boot/build)/' },
      { path: 'node_modules/@chakra-ui/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'howler-in-playback-output-alone',
      { path: '^(src|sync|sw)/', pathNot: '^src/playback/output/' },
      { path: 'node_modules/howler' },
    ),
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
          '(sample-files\\.ts|\\.d\\.ts|\\.test\\.ts|service-worker\\.ts|patch-lite\\.mjs|audio-worker\\.ts|functions/.*/index\\.ts|self-hosted/main/index\\.ts)$',
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
