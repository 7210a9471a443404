import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly recipients: readonly string[];
  /** By lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** Types of the parts, in their order. */
  readonly types: readonly string[];
  readonly text: string;
  readonly html: string;
  /** The login, as 'user:password'. */
  readonly user: string;
  readonly clientHost: string;
  readonly isEncrypted: boolean;
}

export interface TestSmtp {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Largest number of connections at one time. */
  readonly mostConnections: number;
  /** The newest mail to the address. */
  latestTo(address: string): ReceivedMail | null;
  close(): Promise<void>;
}

/** Starts a real SMTP server on this machine that accepts every login. */
export async function startTestSmtp(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  let open = 0;
  let mostConnections = 0;
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => done(null, { user: `${username}:${password}` }),
    allowInsecureAuth: true,
    onConnect(_session, done) {
      open += 1;
      mostConnections = Math.max(mostConnections, open);
      done();
    },
    onClose() {
      open -= 1;
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        mails.push(readMail(Buffer.concat(chunks).toString(), session));
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The SMTP server has no port.');
  return {
    port: address.port,
    mails,
    get mostConnections() {
      return mostConnections;
    },
    latestTo: (to) => mails.findLast(({ recipients }) => recipients.includes(to)) ?? null,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function readMail(source: string, session: SMTPServerSession): ReceivedMail {
  const { headers, body } = splitPart(source);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, '')));
  const { mailFrom, rcptTo } = session.envelope;
  return {
    from: mailFrom ? mailFrom.address : '',
    recipients: rcptTo.map(({ address }) => address),
    headers,
    types: parts.map((part) => part.headers.get('content-type')?.split(';')[0] ?? ''),
    text: decode(parts[0]),
    html: decode(parts[1]),
    user: String(session.user ?? ''),
    clientHost: session.hostNameAppearsAs,
    isEncrypted: session.secure,
  };
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function splitPart(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(':');
    return [name.toLowerCase(), value.join(':').trim()];
  });
  return { headers: new Map(headers), body: source.slice(end + 4) };
}

function decode(part: Part | undefined): string {
  const encoding = part?.headers.get('content-transfer-encoding');
  const body = (part?.body ?? '').replaceAll('\r\n', '\n');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
