import { dailyReward, loginReward, thirtyDays } from '../../../sync/model/remote-reads.ts';
import { useMe } from '../../engine/live.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { classes } from '../../design/classes.ts';
import { DailyLogin } from './daily-login.tsx';
import { DailyPlays } from './daily-plays.tsx';
import { LastDays } from './last-days.tsx';
import { StatusUnknown } from './status-unknown.tsx';
import { useStatusOfToday } from './use-status-of-today.ts';

const style = classes({
  ruled: { borderTop: '1px solid', borderColor: 'border', mt: '16px', pt: '16px' },
  short: { mt: '14px', pt: '14px' },
});

/** `isShort`: the compact version (S-30). */
export function Rewards({ isShort = false }: { isShort?: boolean }) {
  const me = useMe();
  const plays = useStatusOfToday(dailyReward, (me?.playsToday ?? 0) - (me?.playsWaiting ?? 0));
  const login = useStatusOfToday(loginReward, me?.stats?.current_streak ?? 0);
  const days = useRemote(thirtyDays);
  // Offline, plays and streak fall back to the device's own counts.
  const isUnknown = (status: typeof plays | typeof login) =>
    status.kind === 'unknown' && !(status.isUnreachable && me?.balance);
  const areDaysUnknown = days.kind === 'failed' && days.failure.kind !== 'network';
  const unknown = [...[plays, login].filter(isUnknown), ...(areDaysUnknown ? [days] : [])];
  const shown = [
    !isUnknown(plays) && <DailyPlays key="plays" status={plays} />,
    !isUnknown(login) && <DailyLogin key="login" status={login} />,
    unknown.length > 0 && (
      <StatusUnknown
        key="unknown"
        isAsking={unknown.some(({ isAsking }) => isAsking)}
        onRetry={() => unknown.forEach((read) => read.retry())}
      />
    ),
    days.kind !== 'failed' && <LastDays key="days" read={days} isShort={isShort} />,
  ].filter((section) => section !== false);
  return shown.map((section, index) => (
    <div key={section.key} className={style(index > 0 && 'ruled', index > 0 && isShort && 'short')}>
      {section}
    </div>
  ));
}
