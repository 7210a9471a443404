import { Box } from '@chakra-ui/react';
import { Search, X } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Input } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { exploreTexts } from './explore-texts.ts';

/** Where titles and artists are searched for. */
export function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Box position="relative" flex="1 1 160px" maxWidth={{ lg: '360px' }}>
      <Box position="absolute" left="12px" top="15px" color="fg.subtle" pointerEvents="none">
        <Icon of={Search} size={18} />
      </Box>
      <Input
        type="search"
        aria-label={exploreTexts.search}
        placeholder={exploreTexts.search}
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
          label={exploreTexts.clearSearch}
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
