import type { Feature } from './features.ts';

/** A key of WebDriver's Actions, or a character as it is typed. */
export type Key = 'Tab' | 'Enter' | 'Escape' | 'Space' | 'ArrowLeft' | 'ArrowRight';

export interface Point {
  /** px of the viewport. */
  x: number;
  y: number;
}

/** What is known of an engine before the journey begins. A line that no longer holds fails the test, good news too. */
export interface EngineExpectations {
  /** What the engine lacks; all else in FEATURES it has. */
  lacks: readonly Feature[];
  /** Whether the browser itself, and not the page alone, can be closed and opened again with its data. */
  keepsDataOverRestart: boolean;
  /** Whether it has a setting that replaces the colours of every page. */
  hasForcedColours: boolean;
  /** What the browser itself reports when a request is refused (4xx) or finds no server: not ours, and no failure. */
  ownWords: readonly RegExp[];
}

/** One real browser, driven from outside. */
export interface EngineBrowser {
  readonly name: 'firefox' | 'webkit';
  /** As the engine says it. */
  readonly version: string;
  readonly expectations: EngineExpectations;
  goto(url: string): Promise<void>;
  /** The browser's own Back (-1) or Forward (1). */
  traverse(delta: -1 | 1): Promise<void>;
  /** Value of an expression in the page, awaited and passed as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses and lets go of the mouse: a gesture to the page. */
  clickAt(point: Point): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a file for the input that the expression finds. */
  chooseFile(inputExpression: string, path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** PNG of the viewport. */
  screenshot(): Promise<Buffer>;
  /** Closes the page, and the browser too where `keepsDataOverRestart`; what follows is a cold start. */
  reopen(): Promise<void>;
  /** Console errors and uncaught exceptions since the last call. */
  takeErrors(): Promise<string[]>;
  quit(): Promise<void>;
}

/** What a person has set in their system. */
export interface Wishes {
  wantsNoMotion?: boolean;
  /** Light on black; an engine without forced colours shows the page's own. */
  wantsForcedColours?: boolean;
}

/** An engine that can be asked for, installed or not. */
export interface EngineKind {
  name: EngineBrowser['name'];
  /** The Debian package of every file that it needs. */
  needs: readonly (readonly [path: string, debianPackage: string])[];
  /** Opens it with a throwaway folder for its data and additions to its environment. */
  open(folder: string, env: Record<string, string>, wishes: Wishes): Promise<EngineBrowser>;
}
