import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { VitePWA } from 'vite-plugin-pwa';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { buildPage } from './src/boot/build/build-page.ts';
import { divideFonts } from './src/boot/build/first-letters.ts';
import { chromium } from './tests/support/chromium.ts';
import { oldestEngines } from './tests/browsers/oldest-engines.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Pieces of the interface that the first page of anybody has already. */
const everywhere = new RegExp(
  `/src/(${[
    'boot/contract',
    'platform/(page-storage|texts|track-words|use-object-url)',
    'engine/(live|store|toast|use-now)',
    'design/(art|badge|button|current-line|icon|link-button|recipes|slider)',
    'playback/output/volume-controls',
  ].join('|')})\\.tsx?$`,
);

/** What every page of the app has once it stands: the bars, what is told in them, and what watches the page. */
const bars = new RegExp(
  `/src/(${[
    'shell/news-(dot|watch)',
    'messages/notice-watch',
    'playback/(player/player-bar|radio/radio-bar)',
    'upload/resume-uploads',
    'components/zaps/(plays-today|zap-badge)',
    'boot/save-snapshots',
  ].join('|')})\\.tsx?$`,
);

/** What is waited for may take as long as in the browser tests. */
const patient = { poll: { timeout: 15_000 } };

export default defineConfig({
  plugins: [
    react(),
    buildPage(),
    divideFonts(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      // Auto-update would reload in the middle of a song or a form; the page asks (src/shell/update.ts).
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        // The page registers a classic script; the engine's lazy imports would leave an `import.meta` in a module's.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,woff2}', 'icons/icon.svg'],
        // Of the reader of tags an MP3 needs none of these.
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
        // A launch goes to the window that is there, which plays (src/shell/launch.ts).
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
    // Of RxJS and Dexie the code of today's browsers, of Howler what it has without sound in space, of RxDB its storage without its
    // queries and without a channel for browsers that have none.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.min.mjs' },
      { find: /^howler$/, replacement: 'howler/dist/howler.core.min.js' },
      { find: /^broadcast-channel$/, replacement: here('sync/replica/tab-broadcast.ts') },
      { find: /^\.\/dexie-query\.js$/, replacement: here('sync/replica/no-queries.ts') },
    ],
  },
  // A worker asks for parts of its code as the page does.
  worker: { format: 'es' },
  // The manifest tells the check of sizes which script needs which.
  build: {
    target: oldestEngines,
    sourcemap: false,
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is needed together is one script: in a dozen small ones it would pack worse, and each is asked for.
          groups: [
            // What begins in a task of its own (src/boot/main.ts), each with what it needs.
            { name: 'react', test: /node_modules\/react-dom\/client/, priority: 4 },
            { name: 'looks', test: /src\/design\/system\.ts$/, priority: 3 },
            { name: 'door', test: /src\/engine\/open-engine\.ts$/, priority: 2 },
            { name: 'pieces', test: everywhere, priority: 1 },
            // The radio folds names too, and comes without a scope on the gate.
            { name: 'fold', test: /sync\/model\/fold\.ts$/, priority: 1 },
            { name: 'app', test: /src\/boot\/(router|start-app)\.tsx$/ },
            { name: 'engine', test: /sync\/client\.ts$/ },
            { name: 'scope', test: /sync\/workspace\/scope\.ts$/ },
            { name: 'workspace', test: /sync\/workspace\/workspace\.ts$/ },
            { name: 'rows', test: /sync\/(workspace\/(replica-host|feed)|replica\/replica)\.ts$/ },
            { name: 'icons', test: /node_modules\/lucide\// },
            // What comes when the page has nothing else to do.
            {
              name: 'sound',
              test: /src\/playback\/(radio\/(radio-engine|song-words|station)|output\/(stream-output|page-sound))\.ts$/,
            },
            { name: 'track-grid', test: /src\/components\/track\/track-grid\.tsx$/ },
            { name: 'bars', test: bars },
            { name: 'prompts', test: /src\/(shell\/prompts|design\/toast-row)\.tsx$/ },
          ],
        },
      },
    },
  },
  test: {
    // Each worker has its own PostgreSQL server.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,sync,sw,supabase,tests}/**/*.test.ts'],
          exclude: ['**/*.pg.test.ts', '**/node_modules/**'],
          // What takes half a second alone takes several on a busy machine.
          testTimeout: 30_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['{supabase,tests,sync}/**/*.pg.test.ts'],
          globalSetup: ['tests/support/postgres-global.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        plugins: [react()],
        // Found before the first test, or one would be loaded anew in its middle.
        optimizeDeps: {
          entries: ['src/**/*.test.tsx'],
          include: [
            'react/jsx-dev-runtime',
            'react-dom/client',
            'vitest-browser-react',
            'xstate',
            '@xstate/react',
            'zod/mini',
            'music-metadata',
            'client-zip',
          ],
        },
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/support/no-console-errors.ts'],
          testTimeout: 30_000,
          expect: patient,
          // After the others: a browser beside them would slow those that count in seconds.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
        },
      },
    ],
  },
});
