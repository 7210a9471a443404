import { describe, expect, it } from 'vitest';
import { currentLineStart, parseLyrics } from './parse-lyrics.ts';

const parsed = (...lines: string[]) => parseLyrics(lines.join('\n')).map(({ text, atMs }) => [atMs, text]);

describe('lyrics', () => {
  it('without times stay as they are written', () => {
    expect(parseLyrics('[Chorus]\r\n  Undertow\r\n\r\n[ti:Estuary] <3').map(({ text, atMs }) => [atMs, text])).toEqual([
      [null, '[Chorus]'],
      [null, '  Undertow'],
      [null, ''],
      [null, '[ti:Estuary] <3'],
    ]);
  });

  it('with times have lines without tags, in the order of their times', () => {
    expect(parsed('[00:12.50]Second', '[0:01]First', '[01:02:03] Third ', '[100:00.5]Last')).toEqual([
      [1_000, 'First'],
      [12_500, 'Second'],
      [62_030, 'Third'],
      [6_000_500, 'Last'],
    ]);
  });

  it('show a line at each of its times', () => {
    expect(parsed('[00:10.00][00:30.00] [00:50.00]Chorus', '[00:20.00]Verse')).toEqual([
      [10_000, 'Chorus'],
      [20_000, 'Verse'],
      [30_000, 'Chorus'],
      [50_000, 'Chorus'],
    ]);
  });

  it('drop metadata, and shift all times by the offset, on whichever line it is', () => {
    expect(
      parsed('[ar:Ann]', '[TI: Estuary ]', '[00:00.20]One', '[offset:+500]', '[length: 03:00]', '[00:02]Two'),
    ).toEqual([
      [0, 'One'],
      [1_500, 'Two'],
    ]);
    expect(parsed('[offset:-250]', '[00:01]Late')).toEqual([[1_250, 'Late']]);
  });

  it('ignore an offset beyond an hour', () => {
    const linesWith = (offset: string) => parsed(`[offset:${offset}]`, '[01:00:00]One');
    expect([`-${'9'.repeat(400)}`, '3600001', '-3600001'].map(linesWith)).toEqual(Array(3).fill([[60_000, 'One']]));
    expect(linesWith('-3600000')).toEqual([[3_660_000, 'One']]);
  });

  it('keep lines without a time in place, and text that only resembles a tag', () => {
    expect(parsed('Intro', '[00:05]One', '[Verse 2]', '', '[00:02]Zero', 'more of zero')).toEqual([
      [null, 'Intro'],
      [2_000, 'Zero'],
      [null, 'more of zero'],
      [5_000, 'One'],
      [null, '[Verse 2]'],
      [null, ''],
    ]);
    expect(parsed('[00:05]One', '[ar:Ann] sings', '[99]')).toEqual([
      [5_000, 'One'],
      [null, '[ar:Ann] sings'],
      [null, '[99]'],
    ]);
  });

  it('drop word times, but no other text in brackets', () => {
    expect(parsed('[00:05]<00:05.00>One <00:06.10>two', '[00:08] [00:75] <3')).toEqual([
      [5_000, 'One two'],
      [8_000, '[00:75] <3'],
    ]);
  });

  it('drop the times of words in square brackets, and the second space beside a time', () => {
    expect(
      parsed(
        '[00:05.00]<00:05.04> One <00:06.10> two <00:07.00>',
        '[00:08.00]三[00:08.50]つ[00:09.00]',
        '[00:10]a  b [1:2]',
      ),
    ).toEqual([
      [5_000, 'One two'],
      [8_000, '三つ'],
      [10_000, 'a  b [1:2]'],
    ]);
  });

  it('have times in hours, with a comma, and with any number of decimals', () => {
    expect(parsed('[01:23:45.678]Four', '[00:00:01.5]One', '[00:02,50]Two', '[00:03.1234]Three')).toEqual([
      [1_500, 'One'],
      [2_500, 'Two'],
      [3_123, 'Three'],
      [5_025_678, 'Four'],
    ]);
  });

  it('drop the metadata that editors write, also with brackets in the value or without a value', () => {
    const metadata = [
      '[ti:Estuary [Live]]',
      '[offset:]',
      '[kana:1]',
      '[language:e30=]',
      '[total:1]',
      '[#:x]',
      '[Title:x]',
    ];
    expect(parsed(...metadata, '[Verse 1: Ann]', '[00:01]One')).toEqual([
      [null, '[Verse 1: Ann]'],
      [1_000, 'One'],
    ]);
  });

  it('are read with Windows lines, a byte order mark, and right-to-left and Chinese text', () => {
    const lines = parseLyrics('\ufeff[00:01.00]שלום [עולם]\r\n[00:02.00]\r\n[00:03.00]潮が満ちる\r\n');
    expect(lines.map(({ text, atMs }) => [atMs, text])).toEqual([
      [1_000, 'שלום [עולם]'],
      [2_000, ''],
      [3_000, '潮が満ちる'],
      [null, ''],
    ]);
  });

  it('keep a time without words, which ends the line before it', () => {
    expect(parsed('[00:01]One', '[00:04]')).toEqual([
      [1_000, 'One'],
      [4_000, ''],
    ]);
  });

  it('have a current line from its time until the next one', () => {
    const lines = parseLyrics('Intro\n[00:01]One\n[00:01]Uno\n[00:04]Two');
    expect([0, 1_000, 3_999, 4_000, 90_000].map((at) => currentLineStart(lines, at))).toEqual([
      null,
      1_000,
      1_000,
      4_000,
      4_000,
    ]);
  });
});
