/** The response to a request. */
export interface Answer {
  status: number;
  /** Untyped, because each test asserts the shape that it expects. */
  body: ReturnType<JSON['parse']>;
  headers: Headers;
}

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** An HTTP client that keeps cookies as a browser does. */
export class Person {
  readonly cookies = new Map<string, string>();
  readonly origin: string;
  readonly #answers: string[];
  readonly #secrets: Set<string>;
  readonly #fetch: Fetch;

  /**
   * Adds to `secrets` what no log line may hold: cookies, passwords and codes. `send` reaches an app without a
   * network.
   */
  constructor(origin: string, answers: string[], secrets = new Set<string>(), send: Fetch = fetch) {
    this.origin = origin;
    this.#answers = answers;
    this.#secrets = secrets;
    this.#fetch = send;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.write('POST', path, body, headers);
  }

  put(path: string, body: unknown = {}): Promise<Answer> {
    return this.write('PUT', path, body, {});
  }

  delete(path: string): Promise<Answer> {
    return this.write('DELETE', path, {}, {});
  }

  async write(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer> {
    if (!this.cookies.has('XSRF-TOKEN')) await this.get('/api/v1/user/check-token');
    const bytes = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : null;
    return this.send(method, path, bytes ?? JSON.stringify(body), {
      Origin: this.origin,
      'Content-Type': 'application/json',
      'X-XSRF-TOKEN': this.cookies.get('XSRF-TOKEN') ?? '',
      ...headers,
    });
  }

  async send(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (typeof body === 'string') addSecrets(readJson(body), this.#secrets);
    const response = await this.#fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: { ...(cookie ? { Cookie: cookie } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    this.#storeCookies(response.headers.getSetCookie());
    const text = await response.text();
    this.#answers.push(text);
    return { status: response.status, body: readJson(text), headers: response.headers };
  }

  #storeCookies(lines: string[]): void {
    for (const line of lines) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else {
        this.cookies.set(name, value);
        this.#secrets.add(value);
      }
    }
  }
}

const SECRET_FIELD = /password|code|secret|token/i;

function addSecrets(body: unknown, secrets: Set<string>): void {
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value === 'string' && SECRET_FIELD.test(name)) secrets.add(value);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
