import { ListEnd } from 'lucide';
import { useState } from 'react';
import { SwitchRow } from '../../../design/switch-row.tsx';
import { useScope } from '../../../engine/live.ts';
import { toast } from '../../../engine/toast.ts';
import { texts } from '../../../platform/texts.ts';
import { usePlayerApi } from '../player-context.tsx';
import { queueTexts } from '../queue-texts.ts';
import { chooseUpNext, isUpNextOn } from './up-next.ts';

/** Whether the player goes on with similar tracks when a list ends. Stored for each person on this device. */
export function UpNextSwitch() {
  const scope = useScope();
  const { controller } = usePlayerApi();
  const [isOn, setOn] = useState(() => isUpNextOn(scope.device));
  const change = (next: boolean) => {
    if (chooseUpNext(controller, scope, next)) setOn(next);
    else toast({ kind: 'error', ...texts.notSaved.unavailable });
  };
  return (
    <SwitchRow icon={ListEnd} label={queueTexts.upNext} detail={queueTexts.upNextText} isOn={isOn} onChange={change} />
  );
}
