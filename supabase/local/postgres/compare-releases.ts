/** Compares two releases by semantic versioning: negative if `one` is before `other`, 0 if neither is. Build metadata is ignored. */
export function compareReleases(one: string, other: string): number {
  const [[oneCore, onePre], [otherCore, otherPre]] = [parse(one), parse(other)];
  const order = compareLists(oneCore, otherCore);
  if (order !== 0) return order;
  // A release comes after its candidates.
  if (onePre.length === 0 || otherPre.length === 0) return otherPre.length - onePre.length;
  return compareLists(onePre, otherPre);
}

function parse(release: string): [core: string[], candidate: string[]] {
  const [, core = '', candidate] = /^v?([^-+]*)(?:-([^+]*))?/.exec(release) ?? [];
  return [core.split('.'), candidate ? candidate.split('.') : []];
}

function compareLists(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const [left, right] = [one[at], other[at]];
    if (left === undefined || right === undefined) return one.length - other.length;
    const order = compareParts(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
