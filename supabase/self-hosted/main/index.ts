/** A global that Supabase's Edge Runtime provides to its main service. */
declare const EdgeRuntime: {
  readonly userWorkers: {
    create(options: {
      readonly servicePath: string;
      readonly memoryLimitMb: number;
      readonly workerTimeoutMs: number;
      readonly noModuleCache: boolean;
      readonly envVars: readonly (readonly [string, string])[];
    }): Promise<{ fetch(request: Request): Promise<Response> }>;
  };
};
declare const Deno: {
  readonly env: { toObject(): Record<string, string> };
  serve(handler: (request: Request) => Promise<Response>): unknown;
};

/** Functions that a request may start a worker for. Anybody can send any name, so all others are refused. */
const functions = new Set(['check-upload', 'link-preview', 'radio-playlist', 'remove-files', 'validate-beta-passcode']);
/** Memory limit of a worker, as on a hosted project. */
const MEMORY_MB = 256;
/** The longest life of a worker, in milliseconds; it serves requests until then. */
const WORKER_MS = 150_000;

/** The main service of the self-hosted Edge Runtime: each function runs in a worker of its own. Functions check keys themselves. */
Deno.serve(async (request) => {
  const name = new URL(request.url).pathname.split('/')[1] ?? '';
  if (!functions.has(name)) return Response.json({ message: 'There is no such function.' }, { status: 404 });
  try {
    const worker = await EdgeRuntime.userWorkers.create({
      servicePath: `/home/deno/functions/${name}`,
      memoryLimitMb: MEMORY_MB,
      workerTimeoutMs: WORKER_MS,
      noModuleCache: false,
      envVars: Object.entries(Deno.env.toObject()),
    });
    return await worker.fetch(request);
  } catch (error) {
    console.error(`${name}:`, error);
    return Response.json({ message: 'The function could not answer. Please try again.' }, { status: 503 });
  }
});
