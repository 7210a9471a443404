import { createCallerAddress, readTrustedProxies } from '../http/caller-address.ts';
import { listen } from '../http/listen.ts';
import { isLoopback } from '../http/loopback.ts';
import { readPublicAddress } from '../http/public-address.ts';
import { explainSmtpError } from '../mail/smtp-errors.ts';
import { openSmtpServer } from '../mail/smtp-server.ts';
import { readSmtpSettings } from '../mail/smtp-settings.ts';
import { checkStation } from '../radio/check-station.ts';
import { readRadioUrl } from '../settings.ts';
import { reasonOf } from '../start-error.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** Longest wait for an answer. */
const WITHIN_MS = 10_000;

/** Checks that the port is free or Undercurrent's. @throws StartError, as at a start, when another program has the port */
export async function checkPort(port: number, host: string): Promise<Finding> {
  const name = host.includes(':') ? `[${host}]` : host;
  const isOurs = await fetch(
    `http://${name === '0.0.0.0' ? 'localhost' : name}:${port}/.well-known/undercurrent.json`,
    {
      signal: AbortSignal.timeout(WITHIN_MS),
    },
  ).then(
    (response) => response.ok,
    () => false,
  );
  if (isOurs) return ok(`Port ${port}: Undercurrent is running`);
  const listener = await listen(port, host, { isBehindProxy: false, addressOf: createCallerAddress(0) });
  await listener.close(0);
  return ok(`Port ${port} on ${host}: free`);
}

/** Checks PUBLIC_URL and TRUST_PROXY, and whether the public address answers. @throws StartError for malformed settings */
export async function checkPublicAddress(env: NodeJS.ProcessEnv, host: string): Promise<Finding> {
  // Any port will do: it is only part of the default address, which is not shown.
  const { origin, isChosen } = readPublicAddress(env['PUBLIC_URL'] || undefined, 0);
  const proxies = readTrustedProxies(env['TRUST_PROXY']);
  const checked = `PUBLIC_URL: ${isChosen ? origin : 'not set'}`;
  if (!isChosen)
    return isLoopback(host) && !env['SMTP_URL']
      ? ok(checked)
      : warning(checked, 'Links in mails open on this machine alone. Set PUBLIC_URL to the address that people use.');
  if (isLoopback(new URL(origin).hostname)) return ok(checked);
  if (!origin.startsWith('https:'))
    return warning(
      checked,
      'Without https, browsers do not install the app and passwords are sent in the clear. Put a proxy with a certificate in front.',
    );
  if (proxies === 0)
    return warning(
      checked,
      'TRUST_PROXY is 0: behind a proxy, all people share its address and its limits. Set it to the number of your proxies.',
    );
  return await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(WITHIN_MS) }).then(
    (response) =>
      response.ok
        ? ok(`${checked}, answers`)
        : warning(checked, `${origin}/healthz answers ${response.status}. If the server runs, check the proxy.`),
    (error: unknown) =>
      warning(
        checked,
        `${origin}/healthz cannot be reached from here (${reasonOf(error)}). If the server runs, check the proxy and the name.`,
      ),
  );
}

/** Signs in to the mail server, and sends nothing. @throws StartError for malformed settings */
export async function checkMail(env: NodeJS.ProcessEnv): Promise<Finding> {
  const settings = readSmtpSettings(env['SMTP_URL'] || undefined, env['MAIL_FROM'] || undefined);
  if (!settings) return ok('Mails: kept in the mailbox');
  const checked = `Mails: sent through ${settings.host}:${settings.port} as ${settings.from.address}`;
  const server = openSmtpServer(settings, 'localhost', WITHIN_MS);
  try {
    await server.verify();
    return ok(checked);
  } catch (error) {
    return wrong(checked, explainSmtpError(error, settings));
  } finally {
    server.close();
  }
}

export async function checkRadio(radioUrl: string | undefined): Promise<Finding> {
  const url = readRadioUrl(radioUrl);
  if (url === null) return ok('Radio: this machine is the station');
  const [problem] = await checkStation(url);
  return problem === undefined ? ok(`Radio: ${radioUrl}`) : warning(`Radio: ${radioUrl}`, problem);
}
