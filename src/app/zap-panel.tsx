import { Rewards } from '../features/rewards/rewards.tsx';
import { ZapDropdown } from '../features/zaps/zap-dropdown.tsx';

/** The dropdown of the chip with what the app puts into it. */
export function ZapPanel({ onClose }: { onClose: () => void }) {
  return <ZapDropdown rewards={<Rewards isShort />} onClose={onClose} />;
}
