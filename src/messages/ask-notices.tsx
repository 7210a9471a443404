import { Bell } from 'lucide';
import { useState } from 'react';
import { toastOnError } from '../engine/call-failure.ts';
import { useScope } from '../engine/live.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { messagesTexts } from './messages-texts.ts';
import { canAsk } from './notices.ts';

const KEY = 'notices-asked';

/** Asks once per device, after the person has sent a message, for permission to show notifications of replies. */
export function AskNotices() {
  const { device } = useScope();
  const [isAsking, setAsking] = useState(() => canAsk() && device.text(KEY) === null);
  if (!isAsking) return null;
  const settle = () => {
    device.setText(KEY, 'asked');
    setAsking(false);
  };
  const allow = () => {
    settle();
    toastOnError(Notification.requestPermission());
  };
  return (
    <Notice
      kind="waiting"
      icon={Bell}
      title={messagesTexts.notices}
      actions={
        <>
          <Button size="sm" onClick={allow}>
            {messagesTexts.allow}
          </Button>
          <Button variant="quiet" size="sm" onClick={settle}>
            {messagesTexts.notNow}
          </Button>
        </>
      }
    />
  );
}
