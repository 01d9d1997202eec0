const CHECK_EVERY_MS = 500;

/**
 * Calls `stop` when npm exits, if it runs this process: npm forwards a signal to the shell of the script, which exits
 * without forwarding it.
 */
export function onNpmExit(stop) {
  if (process.env.npm_lifecycle_event) onParentExit(stop);
}

/** Calls `stop` when the parent process exits. */
export function onParentExit(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, CHECK_EVERY_MS);
  timer.unref();
}
