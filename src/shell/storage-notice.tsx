import type { Opening } from '../../sync/client.ts';
import { constantLive, useLive, useScopeOrNull, useSyncStatus } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { Button } from '../design/button.tsx';
import { NoticeBar } from './notice-bar.tsx';

const opening = constantLive<Opening>({ kind: 'opening' });

const failureTexts = {
  code: {
    title: 'Part of the app could not be loaded',
    text: 'What is on this device comes when it is there. It is tried again by itself.',
  },
  full: { title: 'This device is full', text: 'What is saved here cannot be opened. Make room, then try again.' },
  unavailable: {
    title: 'What is saved on this device cannot be read',
    text: 'It is still there. It is tried again by itself.',
  },
};

export function StorageNotice() {
  const scope = useScopeOrNull();
  const state = useLive(scope?.opening ?? opening);
  const isBlocked = useSyncStatus(({ storage }) => storage === 'unavailable');
  if (state.kind === 'failed')
    return (
      <NoticeBar role="status" {...failureTexts[state.what]}>
        <Button size="sm" variant="outline" onClick={scope?.reopen}>
          {texts.retry}
        </Button>
      </NoticeBar>
    );
  if (state.kind === 'open' && isBlocked)
    return (
      <NoticeBar
        role="status"
        title="Nothing is saved on this device"
        text="The browser offers no storage here. Music plays; what was not sent yet is lost with this tab."
      />
    );
  return null;
}
