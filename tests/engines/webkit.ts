import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../../supabase/local/http/free-port.ts';
import type { EngineBrowser, EngineExpectations, EngineKind, SystemPreferences } from './engine-browser.ts';
import { takePageErrors } from './error-hook.ts';
import { soundRecorder, soundServer } from './sound-card.ts';
import { clickActions, dragActions, keyActions, typeActions } from './input-actions.ts';
import { hasEnded } from '../support/has-ended.ts';

const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const expectations: EngineExpectations = {
  lacks: ['backgroundSync', 'persistentStorage', 'storageEstimate', 'installPrompt'],
  keepsDataOverRestart: false,
  hasForcedColours: false,
  browserMessages: [],
};

export const webkit: EngineKind = {
  name: 'webkit',
  needs: [
    ['/usr/bin/WebKitWebDriver', 'webkit2gtk-driver'],
    [browser, 'webkit2gtk-driver'],
    ['/usr/bin/Xvfb', 'xvfb'],
    // Without a window manager no window gets the focus, and no focus ring is drawn.
    ['/usr/bin/openbox', 'openbox'],
    // GStreamer plays MP3 in Media Source: one package demuxes, the other decodes.
    ['/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstisomp4.so', 'gstreamer1.0-plugins-good'],
    ['/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstlibav.so', 'gstreamer1.0-libav'],
    [soundServer.path, soundServer.debianPackage],
    [soundRecorder.path, soundRecorder.debianPackage],
  ],
  open: openWebKit,
};

const session = z.object({ sessionId: z.string(), capabilities: z.looseObject({ browserVersion: z.string() }) });
const outcome = z.object({ json: z.string().optional(), error: z.string().optional() });

async function openWebKit(
  folder: string,
  soundEnv: Record<string, string>,
  systemPreferences: SystemPreferences,
): Promise<EngineBrowser> {
  const env = { ...soundEnv, XDG_CONFIG_HOME: writeSettings(folder, systemPreferences.wantsReducedMotion ?? false) };
  const { child, address } = await startDriver(env);
  const call = (method: string, path: string, body?: object) => callDriver(address, method, path, body);
  const { sessionId, capabilities } = session.parse(
    await call('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            binary: browser,
            args: ['--automation'],
          },
        },
      },
    }),
  );
  const base = `/session/${sessionId}`;
  await call('POST', `${base}/timeouts`, { script: 60_000, pageLoad: 60_000 });
  const performActions = async (actions: object[]) => void (await call('POST', `${base}/actions`, { actions }));
  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[arguments.length - 1];
      (async () => JSON.stringify((await (${expression})) ?? null))().then((json) => done({ json }), (e) => done({ error: String(e) }));`;
    const { json, error } = outcome.parse(await call('POST', `${base}/execute/async`, { script, args: [] }));
    if (json === undefined) throw new Error(error);
    return JSON.parse(json);
  };
  // The driver has no console access, so the page collects its errors, and they are fetched before it unloads.
  const errors: string[] = [];
  const collectErrors = async () => void errors.push(...(await evaluate<string[]>(takePageErrors)));

  return {
    name: 'webkit',
    version: `WebKitGTK ${capabilities.browserVersion}`,
    expectations,
    evaluate,
    async goto(url) {
      await collectErrors();
      await call('POST', `${base}/url`, { url });
    },
    traverse: async (delta) => void (await call('POST', `${base}/${delta < 0 ? 'back' : 'forward'}`, {})),
    clickAt: (point) => performActions(clickActions(point)),
    drag: (from, to) => performActions(dragActions(from, to)),
    press: (key) => performActions(keyActions(key)),
    type: (text) => performActions(typeActions(text)),
    async chooseFile(input, path) {
      for (let tries = 0; ; tries += 1) {
        const found = await call('POST', `${base}/execute/sync`, { script: `return ${input};`, args: [] });
        const [id] = Object.values(z.record(z.string(), z.string()).parse(found));
        try {
          return void (await call('POST', `${base}/element/${id}/value`, { text: path }));
        } catch (error) {
          // The page replaced the element between the two calls.
          if (tries === 10 || !String(error).includes('stale element reference')) throw error;
        }
      }
    },
    async resize(width, height) {
      let [outerWidth, outerHeight] = [width, height];
      for (let tries = 0; tries < RESIZE_TRIES; tries += 1) {
        await call('POST', `${base}/window/rect`, { width: outerWidth, height: outerHeight });
        const [innerWidth, innerHeight] = await settledSize(() => evaluate('[innerWidth, innerHeight]'));
        if (innerWidth === width && innerHeight === height) return;
        outerWidth = Math.max(1, outerWidth + width - innerWidth);
        outerHeight = Math.max(1, outerHeight + height - innerHeight);
      }
      throw new Error(`The window does not take the size ${width} x ${height}`);
    },
    async screenshot() {
      return Buffer.from(z.string().parse(await call('GET', `${base}/screenshot`)), 'base64');
    },
    async reopen() {
      await collectErrors();
      const old = await call('GET', `${base}/window`);
      const opened = z.object({ handle: z.string() }).parse(await call('POST', `${base}/window/new`, { type: 'tab' }));
      await call('POST', `${base}/window`, { handle: old });
      await call('DELETE', `${base}/window`);
      await call('POST', `${base}/window`, { handle: opened.handle });
    },
    async takeErrors() {
      await collectErrors();
      return errors.splice(0);
    },
    async quit() {
      const exited = hasEnded(child) ? null : new Promise((resolve) => child.once('exit', resolve));
      await call('DELETE', base).catch(() => undefined);
      try {
        // Its children may live on after it.
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // All have ended.
      }
      await exited;
    },
  };
}

const RESIZE_TRIES = 5;
/** Pause between two readings of the size that must agree: the window resizes some time after the driver's answer. */
const SETTLED_MS = 300;

async function settledSize(size: () => Promise<[number, number]>): Promise<[number, number]> {
  let last = await size();
  for (;;) {
    await pause(SETTLED_MS);
    const now = await size();
    if (now[0] === last[0] && now[1] === last[1]) return now;
    last = now;
  }
}

function writeSettings(folder: string, hasReducedMotion: boolean): string {
  const settings = join(folder, 'settings');
  mkdirSync(join(settings, 'gtk-3.0'), { recursive: true });
  writeFileSync(
    join(settings, 'gtk-3.0', 'gtk.css'),
    '* { min-width: 0; min-height: 0; padding: 0; margin: 0; } image { -gtk-icon-transform: scale(0.4); }',
  );
  writeFileSync(join(settings, 'gtk-3.0', 'settings.ini'), `[Settings]\ngtk-enable-animations=${!hasReducedMotion}\n`);
  return settings;
}

async function callDriver(address: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(address + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = z.object({ value: z.unknown() }).parse(await response.json());
  if (response.ok) return value;
  const failure = z.object({ error: z.string(), message: z.string() }).parse(value);
  throw new Error(`${method} ${path}: ${failure.error}: ${failure.message}`);
}

async function startDriver(env: Record<string, string>): Promise<{ child: ChildProcess; address: string }> {
  const port = await freePort();
  let output = '';
  const child = spawn(
    'xvfb-run',
    ['-a', '-s', '-screen 0 1600x1200x24', 'sh', '-c', `openbox & exec WebKitWebDriver --port=${port}`],
    // Its own process group, so that display, driver and browser are killed together.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true, env: { ...process.env, ...env } },
  );
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    try {
      await callDriver(address, 'GET', '/status');
      return { child, address };
    } catch (error) {
      if (tries === 50 || hasEnded(child))
        throw new Error(`WebKitWebDriver does not answer:\n${output.slice(-1000)}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
