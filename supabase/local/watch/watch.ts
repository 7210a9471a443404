import type { CallerAddress } from '../http/caller-address.ts';
import type { OnMail } from '../mail/mail.ts';
import type { RealtimeWatch } from '../realtime/realtime-service.ts';
import type { OnUpload } from '../storage/accept-object.ts';
import type { Metrics } from './metrics.ts';
import type { ActionOf } from './request-class.ts';
import type { RequestLog } from './request-log.ts';
import { createRequestWatch, type RequestWatch } from './watch-requests.ts';

export interface Watch {
  readonly requests: RequestWatch;
  readonly realtime: RealtimeWatch;
  readonly onUpload: OnUpload;
  readonly onMail: OnMail;
}

export interface WatchOptions {
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  readonly actionOf: ActionOf;
  readonly addressOf: CallerAddress;
}

/** Creates the callbacks with which the services report events. They update metrics and write the request log. */
export function createWatch(options: WatchOptions): Watch {
  const { metrics } = options;
  const requests = createRequestWatch(options);
  return {
    requests,
    realtime: {
      upgrade: requests.upgrade,
      onSent: (kind) => metrics.deliveries.inc({ kind }),
      onTooSlow: () => metrics.slowSockets.inc(),
      onMissed: () => metrics.misses.inc(),
    },
    onUpload(outcome, bytes) {
      metrics.uploads.inc({ outcome });
      metrics.uploadedBytes.inc(bytes);
    },
    onMail: (outcome) => metrics.mails.inc({ outcome }),
  };
}
