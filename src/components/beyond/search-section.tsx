import { type ReactNode, useId } from 'react';
import { classes } from '../../design/classes.ts';
import { Squiggle } from '../../design/drawn-lines.tsx';
import { texts } from '../../platform/texts.ts';

const style = classes({
  section: { minWidth: '0', _notFirst: { mt: '12px', pt: '6px', borderTop: '1px solid', borderColor: 'border' } },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 8px', py: '10px', minHeight: '44px' },
  title: { textStyle: 'h2' },
  meta: { textStyle: 'meta', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  note: { textStyle: 'meta', color: 'fg.subtle', overflowWrap: 'anywhere', minWidth: '0' },
  busy: { ml: 'auto', display: 'flex', alignItems: 'center', gap: '7px', textStyle: 'small', color: 'fg.muted' },
});

interface SearchSectionProps {
  title: string;
  count: string | null;
  note: string | null;
  isLoading?: boolean;
  children: ReactNode;
}

export function SearchSection({ title, count, note, isLoading = false, children }: SearchSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={style('section')}>
      <div className={style('head')}>
        <h2 id={id} className={style('title')}>
          {title}
        </h2>
        {count !== null && <div className={style('meta')}>{count}</div>}
        {note !== null && <div className={style('note')}>{note}</div>}
        {isLoading && (
          <div className={style('busy')}>
            <Squiggle label={null} size={20} />
            {texts.part.loading}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}
