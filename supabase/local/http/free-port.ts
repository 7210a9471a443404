import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  await new Promise<void>((done) => server.close(() => done()));
  if (address === null || typeof address === 'string') throw new StartError('No free TCP port was found.');
  return address.port;
}
