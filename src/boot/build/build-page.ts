import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown, runnerImport } from 'vite';
import { attributes, scripts } from '../contract.ts';
import { RECIPES_SHEET } from '../../design/recipe-rules.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The entry script's tag as Vite writes it, and the modulepreload tags of its imports. */
const ENTRY = /<script type="module" crossorigin src="(\/assets\/[^"]+)"><\/script>/;
const IMPORTED = /\s*<link rel="modulepreload" crossorigin href="\/assets\/[^"]+">/g;

/** Inlines what the page shows before the app: the global rules, the boot script, the gate, and Explore's frame. */
export function buildPage(): Plugin {
  let isBuild = false;
  return {
    name: 'undercurrent-first-frame',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { rules, gate, explore, discs } = await drawnPages();
        const style = `<style ${attributes.everywhere}>${rules}</style><style ${attributes.recipes}>${RECIPES_SHEET}</style></head>`;
        // The dev server loads the app at once and needs no prerendered pages.
        if (!isBuild)
          return withScript(
            html.replace('</head>', () => style),
            {},
          );
        const entry = ENTRY.exec(html)?.[1];
        if (entry === undefined) throw new Error('The page names no script to begin with');
        const app = scriptsOf(bundle ?? {}, scripts.app);
        const engine = scriptsOf(bundle ?? {}, scripts.engine).filter((file) => !app.includes(file));
        const page = html
          // The boot script requests the entry and its imports itself, at the right time.
          .replace(ENTRY, '')
          .replaceAll(IMPORTED, '')
          .replace('</head>', () => style)
          .replace(
            '</body>',
            () => `${template('gate', gate)}${template('explore', explore)}${template('discs', discs)}</body>`,
          );
        return withScript(page, { entry: [entry, ...app], engine });
      },
    },
  };
}

/** Appends the boot script, with the scripts to request in its data attributes. */
async function withScript(html: string, files: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const told = Object.entries(files).map(([name, names]) => ` data-${name}="${names.join(' ')}"`);
  const script = `<script${told.join('')}>${await firstPaint()}</script>`;
  return html.replace('</body>', () => `${script}</body>`);
}

/** The URLs of the chunks with these names, and of their imports. */
function scriptsOf(bundle: Rolldown.OutputBundle, names: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const withImports = (chunk: Rolldown.OutputChunk): string[] => [
    chunk.fileName,
    ...chunk.imports.flatMap((name) => chunks.filter((one) => one.fileName === name).flatMap(withImports)),
  ];
  const files = names.flatMap((name) => {
    const chunk = chunks.find((one) => one.name === name);
    if (!chunk) throw new Error(`The page asks at once for a script that the build does not have: ${name}`);
    return withImports(chunk);
  });
  return [...new Set(files)].map((file) => `/${file}`);
}

function template(page: string, { html, css }: { html: string; css: string }): string {
  const rules = css.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<template ${attributes.page}="${page}" ${attributes.css}="${rules}">${html}</template>`;
}

async function firstPaint(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: here('../first-paint.ts'), formats: ['iife'], name: 'firstPaint' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (!chunk) throw new Error('The script of the first frame was not built');
  return chunk.code.trim();
}

async function drawnPages() {
  const { module } = await runnerImport<typeof import('./draw-page.tsx')>(here('draw-page.tsx'), {
    configFile: false,
    logLevel: 'error',
  });
  return module.drawPages();
}
