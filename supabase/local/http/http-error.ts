/** Ends a request early, with a JSON body as Supabase's Storage sends it: `{ statusCode, error, message }`. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** Status of the HTTP response. The body contains `status`: some services send two different ones. */
    readonly sentStatus = status,
  ) {
    super(message);
  }

  /** @param requestId included in a 5xx response, so that a person can report the failure by it */
  toJson(requestId: string): string {
    const report = this.status >= 500 ? { requestId } : {};
    return JSON.stringify({ statusCode: String(this.status), error: this.error, message: this.message, ...report });
  }
}
