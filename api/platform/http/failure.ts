/** The body of every response that is an error. */
export const failure = (message: string, field?: string) => ({
  success: false as const,
  message,
  ...(field ? { field } : {}),
});
