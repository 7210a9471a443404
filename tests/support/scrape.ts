/** The values of `/metrics`, by name and labels as in the text: `name{label="value",...}`. */
export async function scrape(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers });
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Requests by `door action status`, without those that the server sends itself. */
export function requestsIn(figures: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, value] of figures) {
    const [, door, action, status] =
      /^undercurrent_http_requests_total\{door="(.*?)",action="(.*?)",status="(.*?)"\}$/.exec(name) ?? [];
    const isIgnored = door === undefined || action === 'rpc take_file_removals' || action === 'rpc queue_orphan_files';
    if (!isIgnored) counts.set([door, action, status].filter((part) => part !== '').join(' '), value);
  }
  return counts;
}
