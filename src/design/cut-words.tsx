import { Box, Flex } from './styled.tsx';

/**
 * Words with a name among them (`isolated`), in one line. What has no room is cut from the name, at the end of its own writing: cut as
 * a whole, a name that is written from the right would lose its beginning.
 */
export function CutWords({ children }: { children: string }) {
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
