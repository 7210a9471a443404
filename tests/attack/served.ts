// A stack in its own process, which a test may kill: `served.ts <data folder> <port>`.
import { startStack } from '../../supabase/local/stack.ts';

const [dataDir = '', port] = process.argv.slice(2);
const stack = await startStack({
  dataDir,
  port: Number(port),
  passcode: 'underground',
  empty: true,
  app: ({ res }) => void res.end('the app'),
});
process.send?.({ keys: stack.keys });
process.once('SIGTERM', () => void stack.stop().then(() => process.exit(0)));
