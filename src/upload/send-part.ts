import type { SendPart } from '../../sync/client.ts';

/** Sends a part of a file. Uses XMLHttpRequest, because `fetch` cannot report upload progress. */
export const sendPart: SendPart = (url, { headers, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new TypeError('the part could not be sent'));
    if (signal.aborted) return fail();
    const request = new XMLHttpRequest();
    request.open('PATCH', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve(responseOf(request));
    request.onerror = request.onabort = fail;
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(request.responseText || null, { status: request.status, headers });
}
