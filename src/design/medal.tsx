import { Box, styled } from './styled.tsx';

export function Medal({ rank }: { rank: number }) {
  const colour = rank === 1 ? 'medal.1' : rank === 2 ? 'medal.2' : rank === 3 ? 'medal.3' : null;
  return (
    <Box position="relative" width="36px" height="40px" flex="none" display="grid" placeItems="center">
      {colour && (
        <styled.svg viewBox="0 0 36 40" position="absolute" inset="0" color={colour} aria-hidden>
          <path d="M18 1 34 6v14c0 9-6.5 15.5-16 19C8.5 35.5 2 29 2 20V6Z" fill="currentColor" />
        </styled.svg>
      )}
      <Box
        position="relative"
        textStyle="numeral"
        fontSize="17px"
        // The medal colours are light in both colour modes, so the numeral is dark in both.
        color={colour ? '#14110F' : 'fg.muted'}
      >
        {rank}
      </Box>
    </Box>
  );
}
