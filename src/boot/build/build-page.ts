import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown, runnerImport } from 'vite';
import { attributes, scripts } from '../contract.ts';
import { RECIPES_SHEET } from '../../design/recipe-rules.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Tags as Vite writes them: the entry script, and the preloads of its imports. */
const ENTRY = /<script type="module" crossorigin src="(\/assets\/[^"]+)"><\/script>/;
const IMPORTED = /\s*<link rel="modulepreload" crossorigin href="\/assets\/[^"]+">/g;

/** Inlines what the page needs before the app loads: global and recipe rules, boot script, gate, Explore's frame and play buttons. */
export function buildPage(): Plugin {
  let isBuild = false;
  return {
    name: 'undercurrent-build-page',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { rules, gate, explore, discs } = await loadAndPrerender();
        const style = `<style ${attributes.globalRules}>${rules}</style><style ${attributes.recipes}>${RECIPES_SHEET}</style></head>`;
        // The dev server loads the app at once and needs no prerendered pages.
        if (!isBuild)
          return appendBootScript(
            html.replace('</head>', () => style),
            {},
          );
        const entry = ENTRY.exec(html)?.[1];
        if (entry === undefined) throw new Error('The page has no entry script');
        const app = scriptsOf(bundle ?? {}, scripts.app);
        const engine = scriptsOf(bundle ?? {}, scripts.engine).filter((file) => !app.includes(file));
        const page = html
          // The boot script requests the entry and its imports itself.
          .replace(ENTRY, '')
          .replaceAll(IMPORTED, '')
          .replace('</head>', () => style)
          .replace(
            '</body>',
            () => `${template('gate', gate)}${template('explore', explore)}${template('discs', discs)}</body>`,
          );
        return appendBootScript(page, { entry: [entry, ...app], engine });
      },
    },
  };
}

async function appendBootScript(html: string, files: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const dataAttributes = Object.entries(files).map(([name, names]) => ` data-${name}="${names.join(' ')}"`);
  const script = `<script${dataAttributes.join('')}>${await buildBootScript()}</script>`;
  return html.replace('</body>', () => `${script}</body>`);
}

function scriptsOf(bundle: Rolldown.OutputBundle, names: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const withImports = (chunk: Rolldown.OutputChunk): string[] => [
    chunk.fileName,
    ...chunk.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name).flatMap(withImports)),
  ];
  const files = names.flatMap((name) => {
    const chunk = chunks.find((candidate) => candidate.name === name);
    if (!chunk) throw new Error(`The build has no chunk named ${name}`);
    return withImports(chunk);
  });
  return [...new Set(files)].map((file) => `/${file}`);
}

function template(page: string, { html, css }: { html: string; css: string }): string {
  const rules = css.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<template ${attributes.page}="${page}" ${attributes.css}="${rules}">${html}</template>`;
}

async function buildBootScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: pathOf('../first-paint.ts'), formats: ['iife'], name: 'firstPaint' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (!chunk) throw new Error('The boot script was not built');
  return chunk.code.trim();
}

async function loadAndPrerender() {
  const { module } = await runnerImport<typeof import('./prerender-pages.tsx')>(pathOf('prerender-pages.tsx'), {
    configFile: false,
    logLevel: 'error',
  });
  return module.prerenderPages();
}
