/** Width of one value's slot in viewBox units; the SVG is stretched to its container. */
export const SLOT = 12;
/** Radius of a bar's upper corners, in viewBox units. */
const CORNER = 3;

/** SVG path of the outline of bars, one per value. @param share width of a bar as a fraction of its slot, 0 to 1 */
export function chartPath(values: readonly number[], height: number, share: number): string {
  const max = Math.max(1, ...values);
  const baseline = height - 1;
  let path = `M0 ${baseline}`;
  values.forEach((value, i) => {
    const left = SLOT * (i + (1 - share) / 2);
    const right = SLOT * (i + (1 + share) / 2);
    const top = baseline - (value / max) * (baseline - 2);
    const corner = Math.min(CORNER, (baseline - top) / 2, (right - left) / 2);
    if (value > 0)
      path +=
        `H${round(left)}V${round(top + corner)}Q${round(left)} ${round(top)} ${round(left + corner)} ${round(top)}` +
        `H${round(right - corner)}Q${round(right)} ${round(top)} ${round(right)} ${round(top + corner)}V${baseline}`;
  });
  return `${path}H${SLOT * values.length}`;
}

const round = (value: number) => Number(value.toFixed(2));
