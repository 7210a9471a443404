import { conversation, insertMessage, partners } from './messages.ts';
import type { Operation } from './operations.ts';
import type { Scene } from './scene.ts';
import { writeRow, type ServerRow, type State } from './server-state.ts';

/** A transaction on a conversation of the device's user. @param change receives the conversation's messages, removed ones included */
function onConversation(
  change: (scene: Scene) => (state: State, xid: number, messages: ServerRow[]) => void,
): Operation {
  return (scene, device) => {
    const user = device.stores?.user ?? 'ann';
    const partner = scene.world.pick(partners);
    const work = change(scene);
    const transaction = scene.server.begin();
    transaction.work = (state, xid) => work(state, xid, conversation(state, user, partner, true));
    scene.open.push(transaction);
    return `of ${user} with ${partner}`;
  };
}

export const messageOperations: Record<string, Operation> = {
  'messages arrive': (scene, device) => {
    const user = device.stores?.user ?? 'ann';
    const partner = scene.world.pick(partners);
    const ids = Array.from({ length: scene.world.between(1, 4) }, () => scene.freshId(`${user}-m`));
    const transaction = scene.server.begin();
    transaction.work = (state, xid) => {
      for (const id of ids) insertMessage(state, xid, { id, user, partner, isOwn: false });
    };
    scene.open.push(transaction);
    return `${ids.join(' ')} of ${partner}`;
  },
  'messages are read': onConversation(() => (state, xid, messages) => {
    for (const { t, id, data, isDeleted } of messages)
      if (data['is_read'] === false && !isDeleted)
        writeRow(state, xid, { t, id }, (old) => ({ ...old, is_read: true }));
  }),
  'a message is removed or restored': onConversation(({ world }) => {
    const share = world.random();
    return (state, xid, messages) => {
      const message = messages[Math.floor(share * messages.length)];
      if (message) writeRow(state, xid, { t: message.t, id: message.id }, (old) => ({ ...old }), !message.isDeleted);
    };
  }),
  'older messages': (scene, device) => {
    const partner = scene.world.pick(partners);
    device.tabs.find((one) => !one.isFrozen)?.fetchOlder(partner);
    return partner;
  },
  'fetched messages are forgotten': (scene, device) => {
    const tab = device.tabs.findLast((one) => !one.isFrozen);
    tab?.forgetMessages(scene.world.between(0, 6));
    return '';
  },
};
