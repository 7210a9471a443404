import { storeDigest } from '../../../sync/core/digest.ts';
import { adopt, mergeCursor } from '../../../sync/core/adopt.ts';
import { shortenConversations } from '../../../sync/core/conversation-starts.ts';
import { createEngine } from '../../../sync/core/engine.ts';
import { forgetMessages, forgetVisited } from '../../../sync/core/guard.ts';
import { runForLeader } from '../../../sync/core/leader.ts';
import { fetchOlder } from '../../../sync/core/older-messages.ts';
import { firstCursor } from '../../../sync/core/ports.ts';
import * as queue from '../../../sync/core/queue.ts';
import { visitRows } from '../../../sync/core/visit.ts';
import { upcast } from '../../../sync/outbox/upcast.ts';
import type { Subject } from './scene.ts';
import { Server } from './server.ts';

export const soundSubject: Subject = {
  core: {
    createEngine,
    runForLeader,
    firstCursor,
    adopt,
    mergeCursor,
    storeDigest,
    visitRows,
    forgetVisited,
    fetchOlder,
    forgetMessages,
    shortenConversations,
    queue,
    upcast,
    maySend: (session, user) => session.user === user,
  },
  createServer: (pageRows, tally) => new Server(pageRows, tally),
};
