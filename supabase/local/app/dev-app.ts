import { createServer } from 'vite';
import { freePort } from '../http/free-port.ts';
import type { Exchange } from '../http/router.ts';

export async function createDevApp(
  root: string,
): Promise<{ handle(exchange: Exchange): Promise<void>; close(): Promise<void> }> {
  const vite = await createServer({
    root,
    appType: 'spa',
    server: { middlewareMode: true, hmr: { port: await freePort() } },
  });
  return {
    handle: ({ req, res }) =>
      new Promise((done) => {
        res.once('close', done);
        vite.middlewares(req, res, () => {
          res.writeHead(404);
          res.end();
        });
      }),
    close: () => vite.close(),
  };
}
