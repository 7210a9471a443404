import { Flex, styled } from './styled.tsx';

export const Stats = styled('dl', { base: { display: 'flex', flexWrap: 'wrap', gap: '8px 24px' } });

export function Stat({ value, label, color = 'fg' }: { value: number | string; label: string; color?: string }) {
  return (
    <Flex gap="6px" align="baseline" direction="row-reverse">
      <styled.dt color="fg.muted">{label}</styled.dt>
      <styled.dd fontFamily="display" fontWeight="750" fontSize="20px" lineHeight="1" color={color}>
        {typeof value === 'number' ? value.toLocaleString('en') : value}
      </styled.dd>
    </Flex>
  );
}

export function StatCells({ cells }: { cells: readonly { value: string; label: string }[] }) {
  return (
    <styled.dl display="flex" bg="bg" borderRadius="panel" p="14px 4px">
      {cells.map(({ value, label }, i) => (
        <Flex
          key={label}
          direction="column-reverse"
          // Aligns the figures even if a label wraps.
          justify="flex-end"
          flex="1"
          textAlign="center"
          px="4px"
          {...(i > 0 ? { borderLeft: '1px solid', borderColor: 'border' } : {})}
        >
          <styled.dt textStyle="small" color="fg.subtle" mt="5px">
            {label}
          </styled.dt>
          <styled.dd fontFamily="display" fontWeight="750" fontSize="20px" lineHeight="1">
            {value}
          </styled.dd>
        </Flex>
      ))}
    </styled.dl>
  );
}
