import { storeDigest } from '../../../sync/core/digest.ts';
import { adopt } from '../../../sync/core/adopt.ts';
import { createEngine } from '../../../sync/core/engine.ts';
import { forgetVisited } from '../../../sync/core/guard.ts';
import { runForLeader } from '../../../sync/core/leader.ts';
import { mergeMarks } from '../../../sync/core/marks.ts';
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
    mergeMarks,
    storeDigest,
    visitRows,
    forgetVisited,
    queue,
    upcast,
    maySend: (session, user) => session.user === user,
  },
  createServer: (pageRows, tally) => new Server(pageRows, tally),
};
