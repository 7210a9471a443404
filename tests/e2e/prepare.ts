import globalSetup from './global-setup.ts';

// Warms the build and the demo music, which are cached for the browser tests.
const remove = await globalSetup();
remove();
