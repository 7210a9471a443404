// A stack in its own process, which a test may kill: `stack-process.ts <data folder> <port>`.
import { startStack } from '../../supabase/local/stack.ts';
import { countRequests } from './count-requests.ts';

const [dataDir = '', port] = process.argv.slice(2);
const endCount = countRequests();
const stack = await startStack({
  dataDir,
  port: Number(port),
  passcode: 'underground',
  empty: true,
  log: (line) => console.log(line),
  app: ({ res }) => void res.end('the app'),
});
process.send?.({ keys: stack.keys });
const end = () => process.send?.(endCount(), undefined, undefined, () => process.exit(0));
process.once('SIGTERM', () => void stack.stop().then(end));
