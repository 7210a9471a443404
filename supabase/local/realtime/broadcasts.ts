import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RowChange } from './change-stream.ts';
import { topicOf } from './channel.ts';
import type { CommitWatch } from './commit-watch.ts';
import { SharedFrame } from './frames.ts';
import type { ListenerIndex } from './listener-index.ts';

/** Channels that get the message before other work of the process has its turn. */
const CHANNELS_PER_TURN = 50;

export interface BroadcastPorts {
  readonly listeners: Pick<ListenerIndex, 'findByTopic'>;
  readonly commits: Pick<CommitWatch, 'visible'>;
  /** Called when a message was not sent. All listeners then reload everything. */
  readonly onMissed: () => void;
  readonly onSent: () => void;
  readonly log: (line: string) => void;
}

export const isMessage = ({ relation }: RowChange): boolean =>
  relation.schema === 'realtime' && relation.table === 'messages';

/**
 * Sends inserted messages to the channels of their topic. Checks no policies: a private channel was authorized at its
 * join.
 */
export function createBroadcasts({
  listeners,
  commits,
  onMissed,
  onSent,
  log,
}: BroadcastPorts): (message: RowChange) => Promise<void> {
  const send = async ({ type, row, xid }: RowChange): Promise<void> => {
    const { id, topic, event, payload, extension, private: visibility } = row;
    if (type !== 'INSERT' || extension !== 'broadcast') return;
    if (!topic || event == null || payload == null || visibility == null) return;
    await commits.visible(xid);
    // Look up the channels only now: a client that joined while the commit was invisible has read rows without it, and needs the message.
    const channels = listeners.findByTopic(topicOf(topic), visibility === 't');
    const head = `"type":"broadcast","event":${JSON.stringify(event)},"meta":${JSON.stringify({ id })}`;
    const frame = new SharedFrame(topicOf(topic), 'broadcast', `{${head},"payload":${payload}}`);
    let served = 0;
    for (const channel of channels) {
      served += 1;
      if (served % CHANNELS_PER_TURN === 0) await nextTurn();
      if (!channel.isCurrent()) continue;
      channel.sendShared(frame);
      onSent();
    }
  };
  return async (message) => {
    try {
      await send(message);
    } catch (error) {
      log(`A broadcast was not sent: ${String(error)}`);
      onMissed();
    }
  };
}
