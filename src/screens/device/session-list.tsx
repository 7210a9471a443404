import { Monitor, Smartphone } from 'lucide';
import { useState } from 'react';
import { endSessions, mySessions } from '../../../sync/model/session-remote.ts';
import { deviceTexts } from '../../components/offline/device-texts.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/dialog.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { List, ListRow } from '../../design/list-row.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box } from '../../design/styled.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { useIsOffline } from '../../engine/live.ts';
import { toast } from '../../engine/toast.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useRemoteAct } from '../../engine/use-remote-act.ts';
import { dayAndMonth, durationInWords } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { describeDevice } from './describe-device.ts';

const words = deviceTexts.sessions;
const HOUR_MS = 3_600_000;

interface EndRequest {
  /** The device's name; null to sign out all other devices. */
  name: string | null;
  sessionIds: readonly string[];
}

/** Shows where the person is signed in, and signs other devices out. Offline it shows the last known list, if any, and signs out no device. */
export function SessionList() {
  const sessions = useRemote(mySessions);
  const { state, run } = useRemoteAct(endSessions);
  const [request, setRequest] = useState<EndRequest | null>(null);
  const isOffline = useIsOffline();
  const now = useNow(60_000);

  async function end({ sessionIds }: EndRequest) {
    const outcome = await run(sessionIds);
    if (outcome.kind === 'refused') toast({ kind: 'error', ...outcome.words });
    if (outcome.kind === 'done') toast({ kind: 'success', ...words.ended(sessionIds.length) });
    setRequest(null);
  }

  if (sessions.kind === 'failed')
    return isOffline || sessions.failure.kind === 'network' ? (
      <Box color="fg.muted">{words.offline}</Box>
    ) : (
      <FailedState title={texts.readFailed} isBusy={sessions.isAsking} onRetry={sessions.retry} />
    );
  if (sessions.kind === 'loading') return <Skeleton height="64px" />;
  const others = sessions.value.filter(({ is_current }) => !is_current).map(({ session_id }) => session_id);
  const press = (next: EndRequest) =>
    isOffline ? disabledWithReason(words.offline) : { onClick: () => setRequest(next) };
  return (
    <>
      <List>
        {sessions.value.map(({ session_id, user_agent, started_at, used_at, is_current }) => {
          const { name, isHandheld } = describeDevice(user_agent);
          const ageMs = now - Date.parse(used_at);
          const used = ageMs < HOUR_MS ? words.usedNow : words.used(durationInWords(ageMs));
          return (
            <ListRow
              key={session_id}
              lead={<Icon of={isHandheld ? Smartphone : Monitor} />}
              title={name}
              meta={is_current ? words.thisDevice : used}
              trailing={
                !is_current && (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={words.endOf(name, used)}
                    {...press({ name, sessionIds: [session_id] })}
                  >
                    {words.end}
                  </Button>
                )
              }
            >
              <Box textStyle="small" color="fg.subtle">
                {words.since(dayAndMonth(started_at))}
              </Box>
            </ListRow>
          );
        })}
      </List>
      {others.length > 1 && (
        <Button variant="quiet" size="sm" mt="12px" {...press({ name: null, sessionIds: others })}>
          {words.endOthers(others.length)}
        </Button>
      )}
      {request && (
        <Confirm
          title={request.name === null ? words.askOthers(request.sessionIds.length) : words.ask(request.name)}
          verb={words.end}
          variant="dangerSolid"
          isReady={!isOffline}
          busy={state.kind === 'busy' ? words.ending : null}
          onCancel={() => setRequest(null)}
          onConfirm={() => toastOnError(end(request))}
        >
          {words.meaning}
        </Confirm>
      )}
    </>
  );
}
