import type { IconNode } from 'lucide';
import { classes } from './classes.ts';

interface IconProps {
  of: IconNode;
  /** In px. */
  size?: number;
  /** Stroke width in the 24-unit viewBox. */
  weight?: number;
  filled?: boolean;
  /** Leave out if a text beside the icon says the same. */
  label?: string;
  className?: string;
}

const style = classes({
  sign: {
    flex: 'none',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.75',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
  filled: { fill: 'currentColor' },
});

/** Draws all shapes of an icon as a single path, because a page has dozens of icons. */
export function Icon({ of: node, size = 20, weight, filled = false, label, className }: IconProps) {
  const base = style('sign', filled && 'filled');
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={className ? `${base} ${className}` : base}
      {...(weight === undefined ? {} : { style: { strokeWidth: weight } })}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={pathOf(node)} />
    </svg>
  );
}

const paths = new WeakMap<IconNode, string>();

function pathOf(node: IconNode): string {
  const cached = paths.get(node);
  if (cached !== undefined) return cached;
  // M0 0 resets the current point for shapes that begin with a relative command.
  const path = node.map(([shape, attributes]) => `M0 0${outline(shape, attributes)}`).join('');
  paths.set(node, path);
  return path;
}

function outline(shape: string, attributes: IconNode[number][1]): string {
  const n = (name: string) => Number(attributes[name] ?? 0);
  switch (shape) {
    case 'path':
      return String(attributes['d']);
    case 'line':
      return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`;
    case 'circle': {
      const r = n('r');
      return `M${n('cx') - r} ${n('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    }
    case 'rect': {
      const [width, height, r] = [n('width'), n('height'), n('rx')];
      const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`;
      return `M${n('x') + r} ${n('y')}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`;
    }
    default:
      throw new Error(`An icon has an unsupported shape: ${shape}`);
  }
}
