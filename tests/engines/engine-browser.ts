import type { Feature } from './features.ts';

/** A key of WebDriver's Actions. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowLeft' | 'ArrowRight';

export interface Point {
  /** px of the viewport. */
  x: number;
  y: number;
}

/** Expected properties of an engine. The test fails if one no longer holds, also after an improvement. */
export interface EngineExpectations {
  /** Features the engine lacks; it has all others in FEATURES. */
  lacks: readonly Feature[];
  /** Whether the browser, not only the page, can be restarted with its data. */
  keepsDataOverRestart: boolean;
  /** Whether the engine supports forced colours. */
  hasForcedColours: boolean;
  /** Messages the browser itself logs for refused (4xx) or failed requests; they do not fail the test. */
  browserMessages: readonly RegExp[];
}

/** A real browser, controlled by WebDriver. */
export interface EngineBrowser {
  readonly name: 'firefox' | 'webkit';
  /** As reported by the engine. */
  readonly version: string;
  readonly expectations: EngineExpectations;
  goto(url: string): Promise<void>;
  /** The browser's own Back (-1) or Forward (1). */
  traverse(delta: -1 | 1): Promise<void>;
  /** Evaluates an expression in the page, awaits it, and returns it through JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks with the mouse, which counts as a user gesture. */
  clickAt(point: Point): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a file for the file input given by an expression. */
  chooseFile(inputExpression: string, path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Closes the page, and with `keepsDataOverRestart` the browser too, so that the next `goto` is a cold start. */
  reopen(): Promise<void>;
  /** Console errors and uncaught exceptions since the last call. */
  takeErrors(): Promise<string[]>;
  quit(): Promise<void>;
}

/** System preferences to emulate. */
export interface SystemPreferences {
  wantsReducedMotion?: boolean;
  /** Light on black; ignored by an engine without forced colours. */
  wantsForcedColours?: boolean;
}

/** A supported engine, installed or not. */
export interface EngineKind {
  name: EngineBrowser['name'];
  /** Required files with their Debian packages. */
  needs: readonly (readonly [path: string, debianPackage: string])[];
  /** Starts the browser with a temporary data folder and extra environment variables. */
  open(folder: string, env: Record<string, string>, systemPreferences: SystemPreferences): Promise<EngineBrowser>;
}
