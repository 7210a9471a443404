import { Search, X } from 'lucide';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { iconButtonRecipe, inputRecipe } from './recipes.ts';

const clear = 'Clear search';

const style = classes({
  field: { position: 'relative' },
  sign: { position: 'absolute', left: '12px', top: '15px', color: 'fg.subtle', pointerEvents: 'none' },
  input: {
    ...inputRecipe.base,
    pl: '38px',
    pr: '6px',
    // Tighten the letters, so that the placeholder fits at 360 px.
    letterSpacing: { base: '-.01em', sm: 'normal' },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
  filled: { pr: '46px' },
  clear: { ...iconButtonRecipe.base, position: 'absolute', right: '2px', top: '2px', color: 'fg.muted' },
});

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onFocus?: () => void;
}

export function SearchField({ label, value, onChange, onFocus }: SearchFieldProps) {
  return (
    <div className={style('field')}>
      <div className={style('sign')}>
        <Icon of={Search} size={18} />
      </div>
      <input
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={onFocus}
        className={style('input', value !== '' && 'filled')}
      />
      {value && (
        <button type="button" aria-label={clear} className={style('clear')} onClick={() => onChange('')}>
          <Icon of={X} size={18} />
        </button>
      )}
    </div>
  );
}
