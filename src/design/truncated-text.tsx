import { Box, Flex } from './styled.tsx';

/** A line that truncates only the name in it (`isolated`): truncating the whole line would cut the beginning of a right-to-left name. */
export function TruncatedText({ children }: { children: string }) {
  const [before, name, after] = children.split(/[\u2068\u2069]/);
  if (name === undefined) return <Box truncate>{children}</Box>;
  return (
    <Flex minWidth="0" whiteSpace="pre">
      <span>{before}</span>
      <Box minWidth="0" truncate>
        {name}
      </Box>
      <span>{after}</span>
    </Flex>
  );
}
