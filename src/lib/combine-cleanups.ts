/** One function that calls all of these, each of which stops something. */
export const combineCleanups =
  (...stops: (() => void)[]) =>
  (): void => {
    for (const stop of stops) stop();
  };
