import { WebSocket } from 'ws';
import { z } from 'zod';

/** A WebDriver BiDi session with a browser. */
export interface BidiConnection {
  /** @throws Error with the browser's message */
  send(method: string, params: object): Promise<unknown>;
  close(): void;
}

const message = z.object({
  type: z.enum(['success', 'error', 'event']),
  id: z.number().nullish(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
});

interface PendingCommand {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

export async function connectBidi(
  address: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<BidiConnection> {
  const socket = new WebSocket(address, { maxPayload: 64 * 1024 * 1024 });
  const pending = new Map<number, PendingCommand>();
  let count = 0;
  socket.on('message', (data: Buffer) => {
    const received = message.parse(JSON.parse(data.toString()));
    if (received.type === 'event') return onEvent(received.method ?? '', received.params);
    const command = pending.get(received.id ?? -1);
    pending.delete(received.id ?? -1);
    if (received.type === 'success') command?.resolve(received.result);
    else command?.reject(new Error(`${received.error}: ${received.message}`));
  });
  socket.on('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser closed the connection'));
    pending.clear();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++count;
        pending.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}
