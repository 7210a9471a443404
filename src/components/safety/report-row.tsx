import { Flag } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { useScope } from '../../engine/live.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Icon } from '../../design/icon.tsx';
import { safetyTexts } from './safety-texts.ts';

export function ReportRow({ track, onOpen }: { track: TrackView; onOpen: () => void }) {
  const { userId } = useScope();
  if (userId === null || userId === track.user_id) return null;
  return (
    <ActionRow icon={<Icon of={Flag} />} onPress={onOpen}>
      {safetyTexts.report}
    </ActionRow>
  );
}
