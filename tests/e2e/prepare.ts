import globalSetup from './global-setup.ts';

// The built app and the demo music stay for the browser tests, which then need not wait for them.
const remove = await globalSetup();
remove();
