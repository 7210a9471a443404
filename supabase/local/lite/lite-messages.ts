import type { Cause } from './error-cause.ts';

/** Maximum database connections of the process. Their `application_name` is `rest`. */
export const REST_CONNECTIONS = 12;

export interface LiteSettings {
  readonly databaseUrl: string;
  readonly jwtSecret: string;
  readonly publishableKey: string;
  readonly serviceRoleKey: string;
  readonly siteUrl: string;
}

export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface LiteRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

export interface LiteAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Null when lite reported no error. */
  readonly cause: Cause | null;
}

export interface OutgoingMail {
  readonly to: string;
  readonly text: string;
}

export type ToLite =
  | { readonly kind: 'start'; readonly settings: LiteSettings }
  | { readonly kind: 'request'; readonly id: number; readonly request: LiteRequest }
  | { readonly kind: 'mailed'; readonly id: number; readonly isKept: boolean }
  | { readonly kind: 'ping' };

export type FromLite =
  | { readonly kind: 'ready' }
  /** Sent before the work on a request begins. */
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: LiteAnswer }
  | { readonly kind: 'mail'; readonly id: number; readonly requestId: number; readonly mail: OutgoingMail }
  | { readonly kind: 'pong' }
  /** An uncaught error ends the process. `requestId` is null when the error belongs to no request. */
  | { readonly kind: 'broken'; readonly requestId: number | null; readonly error: string };
