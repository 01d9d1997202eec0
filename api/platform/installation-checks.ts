/** The result of one check of the installation: what works, what to do, or why it was not checked. */
export interface CheckResult {
  part: string;
  state: 'good' | 'wrong' | 'skipped';
  /** As the owner reads it: without names of settings, commands and addresses of the machine. */
  text: string;
  /** What whoever runs the server does or looks at. */
  server?: string | undefined;
  /** The check failed for the first time: it may be the machine that is slow, so nobody is alarmed yet. */
  isFirst?: true | undefined;
}

export interface CheckReport {
  /** When the checks ended. */
  at: string;
  /** That of the database which was checked; a moved one still has the report of the other. */
  engine?: string | undefined;
  findings: CheckResult[];
}

/** The checks of the installation and their last report. */
export interface InstallationChecks {
  /** Runs every check. One that a person started also sends a test mail and pays ₹1 in the sandbox. */
  run(started: { byPerson: boolean }): Promise<CheckReport>;
  /** The newest report of any process; null before the first one. */
  latest(): Promise<CheckReport | null>;
}
