import type { Feature } from './features.ts';

export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowLeft' | 'ArrowRight';

export interface Point {
  /** In CSS px from the top left corner of the viewport. */
  x: number;
  y: number;
}

export interface EngineExpectations {
  /** The features that the engine lacks. The test fails if the engine has one of these features, or lacks any other. */
  lacks: readonly Feature[];
  /** Whether the browser keeps its data over a restart. If not, only the page is reopened. */
  keepsDataOverRestart: boolean;
  hasForcedColours: boolean;
  /** The browser logs these for refused (4xx) or failed requests. They do not fail the test. */
  browserMessages: readonly RegExp[];
}

export interface EngineBrowser {
  readonly name: 'chromium' | 'firefox' | 'webkit';
  readonly version: string;
  readonly expectations: EngineExpectations;
  goto(url: string): Promise<void>;
  /** The browser's own Back (-1) or Forward (1). */
  traverse(delta: -1 | 1): Promise<void>;
  /** Awaits the expression, and returns its value through JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** A real mouse click, which counts as a user gesture. */
  clickAt(point: Point): Promise<void>;
  /** A real mouse that is pressed at one point and released at another. */
  drag(from: Point, to: Point): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  chooseFile(inputExpression: string, path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Closes the page, and with `keepsDataOverRestart` the browser, so the next `goto` is a cold start. */
  reopen(): Promise<void>;
  /** Returns the console errors since the previous call. */
  takeErrors(): Promise<string[]>;
  quit(): Promise<void>;
}

export interface SystemPreferences {
  wantsReducedMotion?: boolean;
  /** Whether colours are forced to light on black. Engines without forced colours ignore this. */
  wantsForcedColours?: boolean;
}

export interface EngineKind {
  name: EngineBrowser['name'];
  needs: readonly (readonly [path: string, debianPackage: string])[];
  open(folder: string, env: Record<string, string>, systemPreferences: SystemPreferences): Promise<EngineBrowser>;
}
