import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type BidiConnection, connectBidi } from './bidi.ts';
import type { EngineBrowser, EngineExpectations, EngineKind, SystemPreferences } from './engine-browser.ts';
import { soundRecorder, soundServer } from './sound-card.ts';
import { clickActions, dragActions, keyActions, typeActions } from './input-actions.ts';
import { hasEnded } from '../support/has-ended.ts';

const binary = '/usr/bin/firefox-esr';

const expectations: EngineExpectations = {
  lacks: ['backgroundSync', 'installPrompt'],
  keepsDataOverRestart: true,
  hasForcedColours: true,
  browserMessages: [
    /^Firefox can’t establish a connection to the server at ws:/,
    /^The connection to ws:.* was interrupted while the page was loading/,
    /^Failed to load ‘.*’\. A ServiceWorker passed a promise to FetchEvent\.respondWith\(\) that rejected with/,
    // A seek in a two-hour track aborts the download.
    /^Failed to load ‘.*\/tracks\/.*\.mp3’\. A ServiceWorker intercepted the request and encountered an unexpected error/,
    // Appears without an address while files load one after the other. All of them play; the cause is unknown.
    /^Failed to load ‘’\. A ServiceWorker intercepted the request and encountered an unexpected error/,
  ],
};

/** Logged for a request that was aborted, and for one that the worker failed to answer. */
const interceptedLoadError =
  /^Failed to load ‘(.*)’\. A ServiceWorker intercepted the request and encountered an unexpected error/;

export const firefox: EngineKind = {
  name: 'firefox',
  needs: [
    [binary, 'firefox-esr'],
    [soundServer.path, soundServer.debianPackage],
    [soundRecorder.path, soundRecorder.debianPackage],
  ],
  open: openFirefox,
};

const preferences = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

const navigated = z.object({ url: z.string() });
const shot = z.object({ data: z.string() });
const evaluated = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);
const logged = z.object({ level: z.string(), text: z.string().nullable() });
const failed = z.object({ request: z.object({ url: z.string() }), errorText: z.string() });

const forcedColours = {
  'browser.display.document_color_use': 2,
  'browser.display.use_system_colors': false,
  'browser.display.background_color': '#000000',
  'browser.display.foreground_color': '#ffffff',
  'browser.display.anchor_color': '#ffff00',
};

async function openFirefox(
  folder: string,
  env: Record<string, string>,
  systemPreferences: SystemPreferences,
): Promise<EngineBrowser> {
  const profile = join(folder, 'firefox-profile');
  mkdirSync(profile, { recursive: true });
  const all = {
    ...preferences,
    'ui.prefersReducedMotion': Number(systemPreferences.wantsReducedMotion ?? false),
    ...(systemPreferences.wantsForcedColours ? forcedColours : {}),
  };
  const lines = Object.entries(all).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, 'user.js'), lines.join(''));

  let errors: string[] = [];
  let abortedUrls = new Set<string>();
  const onEvent = (method: string, params: unknown) => {
    if (method === 'network.fetchError') {
      const { request, errorText } = failed.parse(params);
      if (errorText === 'NS_BINDING_ABORTED') abortedUrls.add(request.url);
    } else if (method === 'log.entryAdded') {
      const { level, text } = logged.parse(params);
      if (level === 'error') errors.push(text ?? '');
    }
  };
  let running = await start(profile, env, onEvent);
  let size = { width: 1280, height: 800 };

  const send = (method: string, params: object) => running.bidi.send(method, { context: running.context, ...params });
  const evaluateRaw = async (expression: string) => {
    const response = evaluated.parse(
      await running.bidi.send('script.evaluate', {
        expression,
        target: { context: running.context },
        awaitPromise: true,
        resultOwnership: 'none',
      }),
    );
    if (response.type === 'exception') throw new Error(response.exceptionDetails.text);
    return response.result;
  };
  const performActions = async (actions: object[]) => void (await send('input.performActions', { actions }));

  return {
    name: 'firefox',
    version: running.version,
    expectations,
    async goto(url) {
      navigated.parse(await send('browsingContext.navigate', { url, wait: 'complete' }));
    },
    async evaluate(expression) {
      const result = await evaluateRaw(`(async () => JSON.stringify((await (${expression})) ?? null))()`);
      return JSON.parse(z.string().parse(result['value']));
    },
    traverse: async (delta) => void (await send('browsingContext.traverseHistory', { delta })),
    clickAt: (point) => performActions(clickActions(point)),
    drag: (from, to) => performActions(dragActions(from, to)),
    press: (key) => performActions(keyActions(key)),
    type: (text) => performActions(typeActions(text)),
    async chooseFile(input, path) {
      const { sharedId } = z.looseObject({ sharedId: z.string() }).parse(await evaluateRaw(input));
      await send('input.setFiles', { element: { sharedId }, files: [path] });
    },
    async resize(width, height) {
      size = { width, height };
      await send('browsingContext.setViewport', { viewport: size });
    },
    async screenshot() {
      return Buffer.from(shot.parse(await send('browsingContext.captureScreenshot', {})).data, 'base64');
    },
    async reopen() {
      await end(running);
      running = await start(profile, env, onEvent);
      await send('browsingContext.setViewport', { viewport: size });
    },
    takeErrors() {
      const unexpected = errors.filter((error) => !abortedUrls.has(interceptedLoadError.exec(error)?.[1] ?? ''));
      errors = [];
      abortedUrls = new Set();
      return Promise.resolve(unexpected);
    },
    quit: () => end(running),
  };
}

interface Running {
  child: ChildProcess;
  bidi: BidiConnection;
  context: string;
  version: string;
}

async function start(
  profile: string,
  env: Record<string, string>,
  onEvent: (method: string, params: unknown) => void,
): Promise<Running> {
  const child = spawn(binary, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Firefox ended before it listened:\n${output.slice(-1000)}`)));
  });
  const bidi = await connectBidi(`${address}/session`, onEvent);
  const session = z
    .object({ capabilities: z.looseObject({ browserVersion: z.string() }) })
    .parse(await bidi.send('session.new', { capabilities: {} }));
  await bidi.send('session.subscribe', { events: ['log.entryAdded', 'network.fetchError'] });
  // The window's first tab never gets the focus. A created tab does.
  const { context } = z
    .object({ context: z.string() })
    .parse(await bidi.send('browsingContext.create', { type: 'tab' }));
  return { child, bidi, context, version: `Firefox ${session.capabilities.browserVersion}` };
}

async function end({ child, bidi }: Running): Promise<void> {
  if (hasEnded(child)) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  // The browser may exit before it answers.
  await bidi.send('browser.close', {}).catch(() => undefined);
  const killTimer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await exited;
  clearTimeout(killTimer);
  bidi.close();
}
