import { useIsDesktop } from '../../platform/viewport.ts';
import { coloursOf } from '../../design/generated-cover.tsx';
import { Strata } from '../../design/strata.tsx';

export function Band({ personId }: { personId: string }) {
  const [ground, lines] = coloursOf(personId);
  return (
    <div style={{ background: ground, color: lines, overflow: 'hidden' }} aria-hidden>
      {useIsDesktop() ? <Strata height={148} lines={9} width={1440} /> : <Strata height={136} lines={9} />}
    </div>
  );
}
