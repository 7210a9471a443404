import { Bell } from 'lucide';
import { useState } from 'react';
import { toastOnError } from '../engine/call-failure.ts';
import { useScope } from '../engine/live.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { messagesTexts } from './messages-texts.ts';
import { canAskPermission } from './notifications.ts';

const KEY = 'notices-asked';

export function NotificationPrompt() {
  const { device } = useScope();
  const [isShown, setShown] = useState(() => canAskPermission() && device.text(KEY) === null);
  if (!isShown) return null;
  const close = () => {
    device.setText(KEY, 'asked');
    setShown(false);
  };
  const allow = () => {
    close();
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
          <Button variant="quiet" size="sm" onClick={close}>
            {messagesTexts.notNow}
          </Button>
        </>
      }
    />
  );
}
