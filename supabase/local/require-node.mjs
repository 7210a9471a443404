// This file is plain JavaScript, because it runs on any version of Node, before anything is installed.

/** Ends the process with an explanation unless this version of Node is supported. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`);
  process.exit(1);
}
