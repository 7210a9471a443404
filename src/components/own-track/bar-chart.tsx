import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { chartPath, SLOT } from './chart-path.ts';
import { indexOfLargest } from './track-days.ts';

interface BarChartProps {
  title: string;
  /** `name` labels the value in the table for screen readers; `text` is shown while the value is selected. */
  values: readonly { value: number; name: string; text: string }[];
  height: number;
  /** One label per value, or two: for the first and the last value. */
  axisLabels: readonly string[];
  /** Width of a bar as a fraction of its value's slot, 0 to 1. */
  share: number;
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, last) => last,
};

export function BarChart({ title, values, height, axisLabels, share }: BarChartProps) {
  const numbers = values.map(({ value }) => value);
  const [selected, setSelected] = useState<number | null>(null);
  const clip = useId();
  const last = values.length - 1;
  const selectedIndex = Math.min(last, selected ?? indexOfLargest(numbers));
  const width = SLOT * values.length;
  const path = chartPath(numbers, height, share);
  const choose = (event: PointerEvent<HTMLElement>) => {
    const { left, width: totalWidth } = event.currentTarget.getBoundingClientRect();
    setSelected(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / totalWidth) * values.length))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    setSelected(Math.min(last, Math.max(0, step(selectedIndex, last))));
  };
  return (
    <Box>
      <Flex justify="space-between" align="center" gap="12px" minHeight="32px" mb="6px">
        <Box fontWeight="600">{title}</Box>
        <Box
          textStyle="meta"
          bg="bg.overlay"
          borderRadius="full"
          px="10px"
          py="4px"
          fontVariantNumeric="tabular-nums"
          aria-hidden
        >
          {values[selectedIndex]?.text}
        </Box>
      </Flex>
      <Box
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={selectedIndex}
        aria-valuetext={values[selectedIndex]?.text}
        cursor="pointer"
        touchAction="pan-y"
        onPointerDown={choose}
        onPointerMove={choose}
        onKeyDown={onKeyDown}
      >
        <svg
          width="100%"
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          fill="none"
          aria-hidden="true"
          overflow="visible"
        >
          <clipPath id={clip}>
            <rect x={selectedIndex * SLOT} y="0" width={SLOT} height={height} />
          </clipPath>
          <styled.path d={`${path}Z`} fill="fg" clipPath={`url(#${clip})`} />
          <styled.path
            d={path}
            stroke="fg"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      </Box>
      <Flex
        justify="space-between"
        textStyle="small"
        color="fg.subtle"
        fontVariantNumeric="tabular-nums"
        mt="6px"
        aria-hidden
        {...(axisLabels.length === values.length ? { css: { '& > *': { flex: '1', textAlign: 'center' } } } : {})}
      >
        {axisLabels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </Flex>
      <styled.table srOnly>
        <caption>{title}</caption>
        <tbody>
          {values.map(({ value, name }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </styled.table>
    </Box>
  );
}
