import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defaultClientConditions, defineConfig } from 'vite';
import { buildPage } from './src/boot/build/build-page.ts';
import { scripts } from './src/boot/contract.ts';
import { splitFonts } from './src/boot/build/split-fonts.ts';
import { oldestEngines } from './tests/browsers/oldest-engines.ts';

const sharedModules = new RegExp(
  `/lucide/.*/(eye|eye-off|pause|play)\\.mjs$|/src/(${[
    'boot/contract',
    'platform/(page-storage|texts|track-words|use-object-url)',
    'engine/(live|store|toast|use-now)',
    'design/(art|badge|button|current-line|icon|link-button|recipes|slider)',
    'playback/output/volume-controls',
  ].join('|')})\\.tsx?$`,
);

const bars = new RegExp(
  `/src/(${[
    'shell/news-(dot|watch)',
    'messages/notification-watch',
    'playback/(player/player-bar|radio/radio-bar)',
    'components/zaps/(plays-today|zap-badge)',
  ].join('|')})\\.tsx?$`,
);

/** Matches the scripts that the page loads before any lazily loaded part, by their chunks' names before the hash. */
const startScript = new RegExp(`^assets/(${[...scripts.app, 'rolldown-runtime'].join('|')})-[\\w-]{8}\\.js$`);

export default defineConfig({
  plugins: [
    react(),
    buildPage(),
    splitFonts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      // Auto-update would reload during a song or a form, so the page asks first (src/shell/update.ts).
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        // The page registers the worker as a classic script. As an ES module it would contain `import.meta`,
        // from the engine's lazy imports.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,woff2}', 'icons/icon.svg'],
        // These parse tags of formats other than MP3.
        globIgnores: ['**/{Aiff,Asf,Dsdiff,Dsf,Flac,MP4,Matroska,Musepack,Ogg,WavPack,Wave}Parser-*'],
        maximumFileSizeToCacheInBytes: 3_000_000,
      },
      manifest: {
        id: '/',
        name: 'Undercurrent',
        short_name: 'Undercurrent',
        description: 'Music from artists nobody has handed to you yet. Listen, earn ZAPs, and be heard.',
        lang: 'en',
        dir: 'ltr',
        start_url: '/explore',
        scope: '/',
        display: 'standalone',
        // The existing window may be playing (src/shell/launch.ts).
        launch_handler: { client_mode: ['focus-existing', 'auto'] },
        background_color: '#14110F',
        theme_color: '#14110F',
        categories: ['music', 'social', 'entertainment'],
        icons: [
          { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
          { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
        shortcuts: [
          { name: 'Explore', url: '/explore', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
          { name: 'Upload', url: '/upload', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
        ],
        screenshots: [
          {
            src: '/screenshots/explore-phone.png',
            sizes: '780x1688',
            type: 'image/png',
            form_factor: 'narrow',
            label: 'Explore',
          },
          {
            src: '/screenshots/player-phone.png',
            sizes: '780x1688',
            type: 'image/png',
            form_factor: 'narrow',
            label: 'Now playing',
          },
          {
            src: '/screenshots/explore-desktop.png',
            sizes: '1440x900',
            type: 'image/png',
            form_factor: 'wide',
            label: 'Explore',
          },
        ],
      },
    }),
  ],
  resolve: {
    // Modern builds of RxJS and Dexie, Howler without spatial audio.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
      { find: /^howler$/, replacement: 'howler/dist/howler.core.min.js' },
    ],
  },
  // ES modules let a worker load chunks lazily.
  worker: { format: 'es' },
  build: {
    target: oldestEngines,
    // Each of these engines preloads modules itself.
    modulePreload: {
      polyfill: false,
      // No lazily loaded part needs to request a script that the start has loaded.
      resolveDependencies: (_, files) => files.filter((file) => !startScript.test(file)),
    },
    sourcemap: false,
    assetsInlineLimit: 0,
    // The size check reads the imports from the manifest.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Without these groups, a dozen small chunks would compress worse and need a request each.
          groups: [
            // `src/boot/main.ts` evaluates each of the next three, with its dependencies, in a task of its own.
            { name: 'react', test: /node_modules\/react-dom\/client/, priority: 4 },
            { name: 'system', test: /src\/design\/system\.ts$/, priority: 3 },
            { name: 'open-engine', test: /src\/engine\/open-engine\.ts$/, priority: 2 },
            { name: 'pieces', test: sharedModules, priority: 1 },
            // The radio at the gate uses `fold` without a scope, so the scope's chunk must not contain it.
            { name: 'fold', test: /sync\/model\/fold\.ts$/, priority: 1 },
            { name: 'app', test: /src\/boot\/(router|start-app)\.tsx$/ },
            { name: 'engine', test: /sync\/client\.ts$/ },
            { name: 'scope', test: /sync\/workspace\/scope\.ts$/ },
            { name: 'workspace', test: /sync\/workspace\/workspace\.ts$/ },
            { name: 'rows', test: /sync\/(workspace\/(replica-host|feed)|replica\/replica)\.ts$/ },
            {
              name: 'sound',
              test: /src\/playback\/(radio\/(radio-controller|song-words|station)|output\/(stream-output|page-sound))\.ts$/,
            },
            { name: 'track-grid', test: /src\/components\/track\/track-grid\.tsx$/ },
            { name: 'bars', test: bars },
            { name: 'prompts', test: /src\/(shell\/prompts|design\/toast-row)\.tsx$/ },
            // Last, so that the chunks above contain their own icons: only lazily loaded parts need this one.
            { name: 'icons', test: /node_modules\/lucide\// },
          ],
        },
      },
    },
  },
  // Vitest is a development package, which `npm start` may lack.
  ...(process.env['VITEST'] && { test: await (await import('./tests/support/vitest-options.ts')).vitestOptions() }),
});
