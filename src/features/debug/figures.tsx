import { Box, chakra } from '@chakra-ui/react';

/** Names and what they are, in a well. */
export function Figures({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr)"
      gap="6px 16px"
      p="14px"
      bg="bg.inset"
      borderRadius="panel"
      textStyle="meta"
      fontVariantNumeric="tabular-nums"
    >
      {rows.map(([name, value]) => (
        <Box key={name} display="contents">
          <chakra.dt color="fg.muted">{name}</chakra.dt>
          <chakra.dd overflowWrap="anywhere">{value}</chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}
