import { Rewards } from '../components/rewards/rewards.tsx';
import { ZapDropdown } from '../components/zaps/zap-dropdown.tsx';

/** The dropdown of the balance chip with its content. */
export function ZapPanel({ onClose }: { onClose: () => void }) {
  return <ZapDropdown rewards={<Rewards isShort />} onClose={onClose} />;
}
