import { Lock, Repeat2, Share2 } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { useMe, useRules, useScope } from '../../engine/live.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Icon } from '../../design/icon.tsx';
import { lockText } from '../vote/lock-text.ts';
import { sharingOf } from './share-rules.ts';
import { shareTexts } from './share-texts.ts';
import { useShare } from './use-share.ts';

export function ShareRow({ track, onOpen, onDone }: { track: TrackView; onOpen: () => void; onDone: () => void }) {
  const { userId } = useScope();
  const me = useMe();
  const rules = useRules();
  const { unshare } = useShare();
  switch (sharingOf(track, me, userId, rules)) {
    case 'hidden':
      return null;
    case 'locked':
      return (
        <ActionRow icon={<Icon of={Lock} />} isLocked detail={lockText(rules.unlockLevels.share)}>
          {shareTexts.share(rules.sharePrice)}
        </ActionRow>
      );
    case 'open':
      return (
        <ActionRow icon={<Icon of={Share2} />} onPress={onOpen}>
          {shareTexts.share(rules.sharePrice)}
        </ActionRow>
      );
    case 'shared':
      return (
        <ActionRow
          icon={<Icon of={Repeat2} />}
          onPress={() => {
            void unshare(track.id);
            onDone();
          }}
        >
          {shareTexts.unshare}
        </ActionRow>
      );
  }
}
