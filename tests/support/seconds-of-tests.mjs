// Plain JavaScript, because `npm test` reads it before anything is installed.

/** The seconds of the test files that take longest, as a whole run on two processors measured them. */
const SECONDS = {};

/** Those of other files of a folder, on average. */
const AVERAGE = { web: 0.5, api: 3, e2e: 8, faults: 8, simulation: 8 };

const nameOf = (file) => /(?:^|\/)tests\/(.+?)(?:\.postgres)?\.test\.ts$/.exec(file)?.[1] ?? file;

/** @param {string} file  @returns {number} */
export const secondsOf = (file) => {
  const name = nameOf(file);
  return SECONDS[name] ?? AVERAGE[name.split('/')[0]] ?? 2;
};
