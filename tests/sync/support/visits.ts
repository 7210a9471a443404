import type { VisitResponse } from '../../../sync/model/visit.ts';

/** An answer of `visit_rows` without rows. */
export function visitAnswer(more: Partial<VisitResponse> = {}): VisitResponse {
  return { epoch: 'e', floor: '60', rows: [], server_time: '', ...more };
}
