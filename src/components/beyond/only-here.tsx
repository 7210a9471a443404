import { CloudOff } from 'lucide';
import { Icon } from '../../design/icon.tsx';
import { Panel } from '../../design/panel.tsx';
import { beyondTexts } from './beyond-texts.ts';

export function OnlyHere() {
  const [only, more] = beyondTexts.onlyHere;
  return (
    <Panel edge="waiting" display="flex" alignItems="center" gap="14px" p="14px 16px" mt="20px" color="fg.muted">
      <Icon of={CloudOff} />
      <div>
        <div>{only}</div>
        <div>{more}</div>
      </div>
    </Panel>
  );
}
