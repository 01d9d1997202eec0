const CHECK_EVERY_MS = 500;

/**
 * npm forwards a signal to the shell that it started a script with, and the shell exits without
 * forwarding it: under npm, losing the parent process is the signal to stop.
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
