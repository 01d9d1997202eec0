/** The part of Express that the bench uses; its types are no dependency of ours. */
declare module 'express' {
  import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

  interface Request extends IncomingMessage {
    body: unknown;
  }
  interface Response extends ServerResponse {
    json(body: unknown): Response;
    status(code: number): Response;
  }
  type Handler = (request: Request, response: Response, next: () => void) => unknown;
  interface Express extends RequestListener {
    get(path: string, ...handlers: Handler[]): Express;
    post(path: string, ...handlers: Handler[]): Express;
    listen(port: number, host: string, ready: () => void): Server;
  }
  function express(): Express;
  namespace express {
    function json(): Handler;
  }
  export default express;
}
