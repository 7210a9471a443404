import { Box } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { IconButton } from './button.tsx';
import { Input } from './field.tsx';
import { Icon } from './icon.tsx';

const clear = 'Clear search';

interface SearchFieldProps {
  /** What is searched for, as name and placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Where words are typed that a list is searched for. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <Box position="relative">
      <Box position="absolute" left="12px" top="15px" color="fg.subtle" pointerEvents="none">
        <Icon of={Search} size={18} />
      </Box>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        pl="38px"
        pr={value ? '46px' : '6px'}
        // The whole placeholder at 360 px.
        letterSpacing={{ base: '-.01em', sm: 'normal' }}
        css={{ '&::-webkit-search-cancel-button': { display: 'none' } }}
      />
      {value && (
        <IconButton
          label={clear}
          position="absolute"
          right="2px"
          top="2px"
          color="fg.muted"
          onClick={() => onChange('')}
        >
          <Icon of={X} size={18} />
        </IconButton>
      )}
    </Box>
  );
}
