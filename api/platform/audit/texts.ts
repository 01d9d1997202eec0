/**
 * Names of actions that are no calls, or calls no longer: when a route goes, its name stays here for the lines of the
 * last `AUDIT_LOG_DAYS`. A call has its name on its route.
 */
export const ACTION_NAMES: Record<string, string> = {
  'owner reset': 'Reset the owner’s account',
};

export const outcomeOf = (status: number): 'done' | 'refused' | 'failed' =>
  status < 400 ? 'done' : status < 500 ? 'refused' : 'failed';

/** Short reasons by status; none for a success. */
export const STATUS_REASONS: Record<number, string> = {
  400: 'invalid input',
  401: 'not signed in, or a wrong password',
  403: 'not allowed',
  404: 'not found',
  409: 'not possible in this state',
  413: 'too large',
  415: 'wrong kind of content',
  429: 'too often',
};
