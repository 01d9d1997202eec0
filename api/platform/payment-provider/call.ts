import type Razorpay from 'razorpay';
import { OutsideError } from '../log.ts';
import type { Log } from '../services.ts';

/** Too late, too early, too often: what passes. */
const PASSING = [408, 425, 429];

/** The provider did not answer or rejected a request. `status` is its HTTP status, 0 without an answer. */
export class ProviderError extends OutsideError {
  readonly status: number;
  /** The provider's words. */
  readonly words: string;

  constructor(status: number, what: string) {
    super(`${what} (status ${status})`);
    this.status = status;
    this.words = what.replaceAll(/\s+/g, ' ').slice(0, 200);
  }

  /** Without an answer, or with a failure of its own, the trouble is not in this program. */
  override get isOutside(): boolean {
    return this.status === 0 || this.status >= 500;
  }

  /** Whether the provider has answered, and said no: asking again by itself changes nothing. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && !PASSING.includes(this.status);
  }

  /** Whether it has refused the keys, which can be repaired: nobody can pay until then. */
  get isOfKeys(): boolean {
    return this.status === 401 || this.status === 403;
  }

  /** Whether it has refused this request. */
  get isRejection(): boolean {
    return this.isRefusal && !this.isOfKeys;
  }
}

// Placing an order makes at most two requests, so the buyer gets a response within ten seconds.
const TIMEOUT_MS = 4_500;

interface ProviderRequest {
  method?: string;
  url?: string;
}

interface ProviderResponse {
  config: ProviderRequest;
  status: number;
}

const ID = /\b[a-z]+_[A-Za-z0-9]{14}\b/g;

/** The HTTP client inside the SDK. */
export interface SdkClient {
  defaults: { baseURL?: string; timeout?: number; proxy?: unknown };
  interceptors: {
    request: { use(begin: (request: ProviderRequest) => ProviderRequest): void };
    response: {
      use(
        ok: (response: ProviderResponse) => ProviderResponse,
        failed: (error: { config?: ProviderRequest; response?: ProviderResponse }) => unknown,
      ): void;
    };
  };
  post(
    path: string,
    body: object,
    more: { headers?: object; timeout?: number },
  ): Promise<{ data: unknown }>;
}

/**
 * Sets host, timeout and error handling of the SDK: it has no option for the host, no timeout, and turns a
 * network error into a TypeError. Throws if the SDK's internals have changed.
 */
export function configureSdk(
  sdk: Razorpay,
  baseURL: string,
  { log, timeoutMs = TIMEOUT_MS }: { log: Log | undefined; timeoutMs: number | undefined },
): SdkClient {
  const { rq } = (sdk as unknown as { api: { rq: SdkClient } }).api;
  if (!rq?.defaults?.baseURL) throw new Error('The razorpay SDK has changed inside.');
  rq.defaults.baseURL = baseURL;
  rq.defaults.timeout = timeoutMs;
  rq.defaults.proxy = false;
  const calls = createCallLog(log);
  rq.interceptors.request.use(calls.begin);
  rq.interceptors.response.use(
    (response) => {
      calls.end(response.config, response.status);
      return response;
    },
    (error) => {
      calls.end(error.config, error.response?.status ?? 0);
      return Promise.reject(error.response ? error : { response: { status: 0, data: {} } });
    },
  );
  return rq;
}

/** Logs each call to the provider by its route, without ids and query. */
function createCallLog(log: Log | undefined) {
  const started = new WeakMap<ProviderRequest, number>();
  return {
    begin(request: ProviderRequest): ProviderRequest {
      started.set(request, performance.now());
      return request;
    },
    end(request: ProviderRequest | undefined, status: number): void {
      if (!request) return;
      const ms = Math.round(performance.now() - (started.get(request) ?? performance.now()));
      const [path = ''] = (request.url ?? '').split('?');
      const route = `${(request.method ?? '').toUpperCase()} ${path.replace(ID, ':id')}`;
      log?.info(`the provider answered ${route} with ${status}`, { provider: route, status, ms });
    },
  };
}

/** An error as thrown by the SDK or its internal axios. */
interface SdkError {
  statusCode?: number;
  error?: { description?: string };
  response?: { status: number; data?: { error?: { description?: string } } };
}

export async function callProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const { response, statusCode, error: reported } = (error ?? {}) as SdkError;
    const status = statusCode ?? response?.status ?? 0;
    const text = (reported ?? response?.data?.error)?.description;
    throw new ProviderError(status, text ?? 'the provider gave no answer');
  }
}

/** Validates an id, because the SDK puts ids into paths without escaping. */
export function validId(id: string, shape: RegExp): string {
  if (!shape.test(id)) throw new ProviderError(400, 'not an id of the provider');
  return id;
}
