import { fold } from '../../sync/model/fold.ts';
import { classes } from './classes.ts';

const style = classes({
  mark: { bg: 'bg.emphasized', color: 'inherit', borderRadius: '3px', px: '3px', mx: '-3px' },
});

/**
 * Highlights the words that match a search, adjacent ones as one. A mark may span several words without their separators: 'lofi' marks
 * 'Lo-Fi'.
 */
export function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  if (marks.length === 0) return text;
  return parts(text, marks).map(({ words, isMarked }, i) =>
    isMarked ? (
      <mark key={i} className={style('mark')}>
        {words}
      </mark>
    ) : (
      words
    ),
  );
}

/** Separators between words. The ampersand is not one: it is folded to the word 'and'. */
const BETWEEN = /([^\p{L}\p{N}\p{M}\p{So}&'’]+)/u;

function parts(text: string, marks: readonly string[]): { words: string; isMarked: boolean }[] {
  const all = text.split(BETWEEN);
  const folded = all.map((words, i) => (i % 2 === 0 && words !== '' ? fold(words) : ''));
  const found = new Set(marks.flatMap((mark) => marked(folded, mark)));
  return all.reduce<{ words: string; isMarked: boolean }[]>((made, words, i) => {
    const isMarked = found.has(i) || (i % 2 === 1 && found.has(i - 1) && found.has(i + 1));
    const last = made.at(-1);
    if (last?.isMarked === isMarked) last.words += words;
    else made.push({ words, isMarked });
    return made;
  }, []);
}

/** Indices of the words that contain the mark, or that it spans from the start of a word. */
function marked(folded: readonly string[], mark: string): number[] {
  return folded.flatMap((word, i) => {
    if (word === '') return [];
    if (word.replaceAll(' ', '').includes(mark)) return [i];
    const over = [i];
    let run = word;
    for (let next = i + 2; next < folded.length && run.length < mark.length && mark.startsWith(run); next += 2) {
      run += folded[next] ?? '';
      over.push(next);
    }
    return over.length > 1 && run.startsWith(mark) ? over : [];
  });
}
