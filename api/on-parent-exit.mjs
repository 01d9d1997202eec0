const CHECK_EVERY_MS = 500;

/**
 * Calls `stop` when the parent process exits, under npm only: npm forwards a signal to the shell of the
 * script, which exits without forwarding it.
 */
export function onParentExit(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, CHECK_EVERY_MS);
  timer.unref();
}
