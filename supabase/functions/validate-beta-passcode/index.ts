import { readInvitationCode } from '../_shared/invitation-code.ts';
import { callProcedure, failureStatus } from '../_shared/service.ts';
import { passcodeMatches } from './passcode-hash.ts';

/** Most bytes of a request's body. */
const MAX_BODY = 2048;

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-supabase-api-version',
};

export interface FunctionContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** IP address of the caller. */
  readonly address: string;
}

export interface PasscodeResponse {
  readonly success: boolean;
  /** Token of the beta session, which lasts two hours (S-2); only on success. */
  readonly session_token?: string;
  readonly expires_at?: string;
  readonly rateLimited: boolean;
}

interface Attempt {
  /** The passcode, or the code of an invitation. */
  readonly passcode: string;
  /** A random key of the device: a retry of the same device takes no second use of an invitation. */
  readonly deviceKey: string | null;
}

/**
 * `validate-beta-passcode`, with `{ passcode, device_key }`: opens a beta session if `passcode` is the right passcode or the code of an
 * open invitation. The database counts the attempts, so that their limit survives a restart (S-3).
 */
export default {
  async fetch(request: Request, context?: unknown): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    if (request.method !== 'POST') return jsonResponse(405, { message: 'Use POST.' }, { allow: 'POST, OPTIONS' });
    const body = await readText(request);
    if (body === null) return jsonResponse(413, { message: 'The request is too long.' });
    const attempt = readAttempt(body);
    if (attempt === null) return jsonResponse(400, { message: 'Send JSON with a passcode.' });
    const serverContext = isFunctionContext(context) ? context : null;
    try {
      const env = (name: string) => requireVariable(serverContext, name);
      const address = await hashAddress(
        serverContext?.address ?? hostedAddress(request),
        env('SUPABASE_SERVICE_ROLE_KEY'),
      );
      return jsonResponse(200, await checkPasscode(attempt, address, env));
    } catch (error) {
      console.error('validate-beta-passcode:', error instanceof Error ? error.message : error);
      return jsonResponse(failureStatus(error), { message: 'The passcode could not be checked. Please try again.' });
    }
  },
};

async function checkPasscode(
  { passcode, deviceKey }: Attempt,
  address: string,
  env: (name: string) => string,
): Promise<PasscodeResponse> {
  const service = { url: env('SUPABASE_URL'), key: env('SUPABASE_SERVICE_ROLE_KEY') };
  const attempt = await callProcedure(service, 'beta_begin_attempt', { p_address: address });
  if (!isRecord(attempt) || attempt['allowed'] !== true) return { success: false, rateLimited: true };
  const chosenHash = attempt['passcode_hash'];
  const isPasscode = await passcodeMatches(
    passcode,
    typeof chosenHash === 'string' ? chosenHash : env('BETA_PASSCODE_HASH'),
  );
  const code = isPasscode ? null : readInvitationCode(passcode);
  const session = isPasscode
    ? await callProcedure(service, 'beta_open_session', {})
    : code !== null &&
      (await callProcedure(service, 'beta_enter_by_invitation', {
        p_code_hash: await hashCode(code),
        p_device_key: deviceKey,
      }));
  const success = isPasscode || isRecord(session);
  await callProcedure(service, 'beta_record_attempt', { p_address: address, p_success: success });
  if (!success) return { success: false, rateLimited: false };
  if (!isRecord(session) || typeof session['session_token'] !== 'string' || typeof session['expires_at'] !== 'string') {
    throw new Error('the database answered without a token');
  }
  return { success, session_token: session['session_token'], expires_at: session['expires_at'], rateLimited: false };
}

async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) return null;
  const reader = request.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > MAX_BODY) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function readAttempt(body: string): Attempt | null {
  try {
    const value: unknown = JSON.parse(body);
    if (!isRecord(value) || typeof value['passcode'] !== 'string') return null;
    const deviceKey = value['device_key'];
    return { passcode: value['passcode'], deviceKey: typeof deviceKey === 'string' ? deviceKey : null };
  } catch {
    return null;
  }
}

/** The caller's address in headers of hosted Supabase's gateway. On another server, clients could forge them. */
function hostedAddress(request: Request): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',')[0];
  return (request.headers.get('cf-connecting-ip') ?? forwarded ?? 'unknown').trim();
}

/** HMAC-SHA-256 of an address. Addresses are personal data, so the database stores the keyed hash only. */
async function hashAddress(address: string, secret: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const digest = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(address));
  return toHex(digest);
}

async function hashCode(code: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code)));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function requireVariable(serverContext: FunctionContext | null, name: string): string {
  const value = serverContext ? serverContext.env[name] : denoVariable(name);
  if (!value) throw new Error(`the variable ${name} is not set`);
  return value;
}

function denoVariable(name: string): string | undefined {
  const deno: unknown = Reflect.get(globalThis, 'Deno');
  const env: unknown = isRecord(deno) ? deno['env'] : undefined;
  if (!isRecord(env) || typeof env['get'] !== 'function') return undefined;
  const value: unknown = Reflect.apply(env['get'], env, [name]);
  return typeof value === 'string' ? value : undefined;
}

function isFunctionContext(value: unknown): value is FunctionContext {
  return isRecord(value) && typeof value['address'] === 'string' && isRecord(value['env']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function jsonResponse(
  status: number,
  body: PasscodeResponse | { message: string },
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...cors, ...headers },
  });
}
