import { fold } from '../../sync/model/fold.ts';
import { classes } from './classes.ts';

const style = classes({
  mark: { bg: 'bg.emphasized', color: 'inherit', borderRadius: '3px', px: '3px', mx: '-3px' },
});

/** Highlights search terms in a text. @param marks folded terms; a term may span several words without separators: 'lofi' marks 'Lo-Fi' */
export function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  if (marks.length === 0) return text;
  return parts(text, marks).map(({ part, isMarked }, i) =>
    isMarked ? (
      <mark key={i} className={style('mark')}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** Characters between words. The ampersand is not among them, because it is folded to the word 'and'. */
const SEPARATORS = /([^\p{L}\p{N}\p{M}\p{So}&'’]+)/u;

function parts(text: string, marks: readonly string[]): { part: string; isMarked: boolean }[] {
  const all = text.split(SEPARATORS);
  const folded = all.map((part, i) => (i % 2 === 0 && part !== '' ? fold(part) : ''));
  const found = new Set(marks.flatMap((mark) => markedIndices(folded, mark)));
  return all.reduce<{ part: string; isMarked: boolean }[]>((merged, part, i) => {
    const isMarked = found.has(i) || (i % 2 === 1 && found.has(i - 1) && found.has(i + 1));
    const last = merged.at(-1);
    if (last?.isMarked === isMarked) last.part += part;
    else merged.push({ part, isMarked });
    return merged;
  }, []);
}

/** Finds words that contain the mark, and runs of words whose joined text begins with it. */
function markedIndices(folded: readonly string[], mark: string): number[] {
  return folded.flatMap((word, i) => {
    if (word === '') return [];
    if (word.replaceAll(' ', '').includes(mark)) return [i];
    const spanned = [i];
    let joined = word;
    for (let next = i + 2; next < folded.length && joined.length < mark.length && mark.startsWith(joined); next += 2) {
      joined += folded[next] ?? '';
      spanned.push(next);
    }
    return spanned.length > 1 && joined.startsWith(mark) ? spanned : [];
  });
}
