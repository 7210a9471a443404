import { Box, styled } from '../../design/styled.tsx';

export function Figures({ rows }: { rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <styled.dl
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
          <styled.dt color="fg.muted">{name}</styled.dt>
          <styled.dd overflowWrap="anywhere">{value}</styled.dd>
        </Box>
      ))}
    </styled.dl>
  );
}
