import { describe, expect, it } from 'vitest';
import { isComposing, shortcutKey } from './keys.ts';

describe('a key', () => {
  it('belongs to the input method during a composition, and in Safari also right after it', () => {
    expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
  });

  it.each([
    ['m', 'KeyM', 'm'],
    ['M', 'KeyM', 'm'],
    ['m', 'Semicolon', 'm'],
    [',', 'KeyM', ','],
    ['b', 'KeyN', 'b'],
    ['ñ', 'Semicolon', 'ñ'],
    ['ь', 'KeyM', 'm'],
    ['Ь', 'KeyM', 'm'],
    ['т', 'KeyN', 'n'],
    ['з', 'KeyP', 'p'],
    ['μ', 'KeyM', 'm'],
    ['π', 'KeyP', 'p'],
    ['ة', 'KeyM', 'm'],
    ['ى', 'KeyN', 'n'],
    ['لا', 'KeyB', 'b'],
    ['צ', 'KeyM', 'm'],
    ['מ', 'KeyN', 'n'],
    ['ئ', 'KeyM', 'm'],
    ['ื', 'KeyN', 'n'],
    ['მ', 'KeyM', 'm'],
    ['մ', 'KeyM', 'm'],
    ['स', 'KeyM', 'm'],
    ['ㅜ', 'KeyN', 'n'],
    // The question mark of each script is '?'.
    ['?', 'Digit7', '?'],
    ['؟', 'Slash', '?'],
    ['？', 'Slash', '?'],
    [' ', 'Space', ' '],
    ['ArrowUp', 'ArrowUp', 'ArrowUp'],
    ['Dead', 'KeyN', 'Dead'],
    ['/', 'KeyQ', '/'],
  ])('%s at %s is the shortcut key %s', (key, code, shortcut) => {
    expect(shortcutKey({ key, code })).toBe(shortcut);
  });
});
