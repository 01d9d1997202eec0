/** The name, value and change handler of each field of an object, to spread on its input. */
export const bindFields =
  <B extends object>(body: B, change: (more: Partial<B>) => void, path = '') =>
  <K extends keyof B & string>(key: K) => ({
    /** The path of the value, as the server names it in an error. */
    name: `${path}${key}`,
    value: body[key],
    onChange: (value: B[K]) => {
      const more: Partial<B> = {};
      more[key] = value;
      change(more);
    },
  });

export type BoundFields<B extends object> = ReturnType<typeof bindFields<B>>;
