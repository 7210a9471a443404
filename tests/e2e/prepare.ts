import globalSetup from './global-setup.ts';

// Caches the build and the demo music for the browser tests.
const remove = await globalSetup();
remove();
