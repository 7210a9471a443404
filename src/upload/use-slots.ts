import { useEffect, useState } from 'react';
import { uploadSlots } from '../../sync/model/rules.ts';
import type { UploadRecord } from '../../sync/client.ts';
import { useMe, useScope } from '../engine/live.ts';

export interface Slots {
  /** As the server counted them after the last upload; null while unknown. */
  left: number | null;
  /** Of the person's level; null while unknown. */
  all: number | null;
  level: number | null;
}

/** How many uploads have a slot; null while that is unknown. */
export interface FreeSlots {
  free: number | null;
  level: number | null;
}

/** The upload slots of the person, read again whenever an upload is done. */
export function useSlots(records: readonly UploadRecord[]): Slots {
  const { procedures } = useScope();
  const level = useMe()?.stats?.fan_level ?? null;
  const [counted, setCounted] = useState<{ done: number; left: number } | null>(null);
  const done = records.filter(({ stage }) => stage.kind === 'done').length;
  useEffect(() => {
    let isCurrent = true;
    void procedures.checkUploadSlots().then((answer) => {
      if (isCurrent && answer.ok) setCounted({ done, left: answer.value.slots_available });
    });
    return () => {
      isCurrent = false;
    };
  }, [procedures, done]);
  return { left: counted?.left ?? null, all: level === null ? null : uploadSlots(level), level };
}
