export interface StreamListener {
  readonly status: number;
  readonly contentType: string;
  bytes(): Buffer;
  firstByteMs(): number | null;
  hasEnded(): boolean;
  stop(): void;
}

/** @throws Error if the server does not respond */
export async function listenTo(url: string): Promise<StreamListener> {
  const controller = new AbortController();
  const from = performance.now();
  const response = await fetch(url, { signal: controller.signal });
  let bytes: Buffer = Buffer.alloc(0);
  let firstByteMs: number | null = null;
  let hasEnded = false;
  const read = async () => {
    for await (const chunk of response.body ?? []) {
      firstByteMs ??= performance.now() - from;
      bytes = Buffer.concat([bytes, chunk]);
    }
  };
  void read()
    .catch(() => undefined)
    .then(() => (hasEnded = true));
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    bytes: () => bytes,
    firstByteMs: () => firstByteMs,
    hasEnded: () => hasEnded,
    stop: () => controller.abort(),
  };
}
