import { fold } from '../../sync/model/fold.ts';
import { classes } from './classes.ts';

const look = classes({
  mark: { bg: 'bg.emphasized', color: 'inherit', borderRadius: '3px', px: '3px', mx: '-3px' },
});

/** A text in which the words that were searched for stand out; those beside each other as one. */
export function Marked({ text, marks }: { text: string; marks: readonly string[] }) {
  if (marks.length === 0) return text;
  return parts(text, marks).map(({ words, isMarked }, i) =>
    isMarked ? (
      <mark key={i} className={look('mark')}>
        {words}
      </mark>
    ) : (
      words
    ),
  );
}

function parts(text: string, marks: readonly string[]): { words: string; isMarked: boolean }[] {
  // Words, and what stands between them, in turns.
  const all = text.split(/([^\p{L}\p{N}]+)/u);
  const isFound = all.map(
    (words, i) => i % 2 === 0 && words !== '' && marks.some((mark) => fold(words).includes(mark)),
  );
  return all.reduce<{ words: string; isMarked: boolean }[]>((made, words, i) => {
    const isBetween = i % 2 === 1 && isFound[i - 1] && isFound[i + 1];
    const isMarked = isFound[i] || isBetween || false;
    const last = made.at(-1);
    if (last?.isMarked === isMarked) last.words += words;
    else made.push({ words, isMarked });
    return made;
  }, []);
}
