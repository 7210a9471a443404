// `npm run bench -- growth [seconds] [listeners …]` measures the server's cost per listener (listeners.ts).
// `npm run bench -- growth tracks [sizes …]` measures a device and the server by the size of the catalogue (tracks.ts).
import { measureListeners } from './listeners.ts';
import { measureTracks } from './tracks.ts';

const [subject, ...args] = process.argv.slice(2);
if (subject === 'tracks') {
  await measureTracks(args.length > 0 ? args.map(Number) : [1_000, 10_000, 100_000, 1_000_000]);
} else {
  const [seconds = 180, ...crowds] = process.argv.slice(2).map(Number);
  await measureListeners(seconds, crowds.length > 0 ? crowds : [10, 100, 1_000]);
}
process.exit(0);
