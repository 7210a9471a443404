import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { readInvitationCode } from '../../../supabase/functions/_shared/invitation-code.ts';

/** SHA-256 of an invitation's code, in hex, as `validate-beta-passcode` computes it. Does not use `crypto.subtle`, which is missing over plain HTTP. */
export function hashCode(code: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(readInvitationCode(code) ?? '')));
}
