import * as z from 'zod/mini';
import type { Procedures } from '../api.ts';
import type { CallResult } from '../answers.ts';
import { type Calls, parseAnswer } from './calls.ts';

const slots = z.object({ allowed: z.boolean(), message: z.string(), slots_available: z.number() });
const verdict = z.object({ valid: z.boolean(), reason: z.nullable(z.string()) });

/** Procedures of the specification (part 2 §7, S-18). The server refuses a call whose `p_user_id` is not the token's person. */
export function createProcedures(calls: Calls, userId: string | null): Procedures {
  const call = async <T>(
    procedure: string,
    parameters: Record<string, unknown>,
    schema: z.ZodMiniType<T>,
  ): Promise<CallResult<T>> => parseAnswer(await calls.call(procedure, { p_user_id: userId, ...parameters }), schema);
  return {
    checkUploadSlots: () => call('check_upload_slot_availability', {}, slots),
    validateFile: (file) =>
      call('validate_file_upload', { p_file_name: file.name, p_file_type: file.type, p_file_size: file.size }, verdict),
    checkUploadWords: ({ title, artistName, description }) =>
      call('check_upload_words', { p_title: title, p_artist_name: artistName, p_description: description }, verdict),
    logSecurityEvent(type, severity, data) {
      const parameters = { p_event_type: type, p_severity: severity, p_event_data: data };
      void calls.call('log_security_event', { p_user_id: userId, ...parameters });
    },
  };
}
