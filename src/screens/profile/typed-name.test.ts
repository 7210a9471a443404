import { expect, it } from 'vitest';
import { isNameTyped } from './typed-name.ts';

it.each([
  ["Don't Stop", 'Don’t Stop'],
  ['Don’t Stop', "Don't Stop"],
  ['"DJ" Halo', '“DJ” Halo'],
  ['Nadia Oru', 'Nadia  Oru'],
  [' Nadia\u00a0Oru ', 'Nadia Oru'],
  ['Cafe\u0301', 'Café'],
  ['Café', 'Cafe\u0301'],
  ['Lo-Fi', 'Lo–Fi'],
  ['abc', '\u202eabc\u202c'],
  ['\u2068שלום\u2069', 'שלום'],
  ['Nadia', 'Nad\u200bia'],
  ['♥', '♥\ufe0f'],
  ['wait...', 'wait…'],
])('typing %j matches the shown name %j', (typed, name) => {
  expect(isNameTyped(typed, name)).toBe(true);
});

it.each([
  ['', 'Nadia'],
  ['Nadi', 'Nadia'],
  ['nadia', 'Nadia'],
  ['NadiaOru', 'Nadia Oru'],
  ['Cafe', 'Café'],
  ['', '\u200b'],
])('typing %j does not match the shown name %j', (typed, name) => {
  expect(isNameTyped(typed, name)).toBe(false);
});
