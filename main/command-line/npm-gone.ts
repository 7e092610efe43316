/** How often it is looked whether npm is still there. */
const lookMilliseconds = 250;

/**
 * Resolves when the npm script that began this process has ended. npm hands a SIGTERM to its shell, which
 * ends without telling its child; without this the child would go on by itself and hold the data directory.
 * Never resolves for a process that npm did not begin, and on Windows, where a parent is not known by its end.
 */
export function npmGone(environment: NodeJS.ProcessEnv): Promise<void> {
  if (environment['npm_lifecycle_event'] === undefined) return new Promise(() => {});
  const parent = process.ppid;
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, lookMilliseconds);
    look.unref();
  });
}
