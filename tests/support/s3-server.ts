import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';

const BUCKET = 'backups';
const KEYS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
const REGION = 'auto';

/**
 * The part of S3 that backups and files use. Each signature is compared with that of another library than the app's, because npm
 * has no S3 server that is maintained.
 */
export interface S3Server {
  env: Record<string, string>;
  objects: Map<string, Buffer>;
  /** When each object was last written. */
  written: Map<string, number>;
  /** How many parts were uploaded. */
  parts(): number;
  /** The settings with which files are in the bucket. */
  filesEnv: Record<string, string>;
  /** Answers every upload with 503 from now on, or no longer. */
  refuse(isRefusing: boolean): void;
  /** Stores each upload with its first byte changed. */
  damage(isDamaging: boolean): void;
  close(): Promise<void>;
}

export async function openS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const written = new Map<string, number>();
  const parts = new Map<string, Map<number, Buffer>>();
  let isRefusing = false;
  let isDamaging = false;
  const put = (name: string, bytes: Buffer) => {
    if (isDamaging) bytes[0] = (bytes[0] ?? 0) ^ 1;
    objects.set(name, bytes);
    written.set(name, Date.now());
  };
  async function answer(request: IncomingMessage): Promise<[number, string | Buffer]> {
    const body = await bodyOf(request);
    const { method = '' } = request;
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (!(await isSigned(request, url))) return [403, error('SignatureDoesNotMatch')];
    const [, bucket, ...key] = url.pathname.split('/');
    const name = key.join('/');
    if (bucket !== BUCKET) return [404, error('NoSuchBucket')];
    const uploadId = url.searchParams.get('uploadId');
    if (method === 'PUT') {
      if (isRefusing) return [503, error('SlowDown')];
      if (uploadId) parts.get(uploadId)?.set(Number(url.searchParams.get('partNumber')), body);
      else put(name, body);
      return [200, ''];
    }
    if (method === 'POST' && url.searchParams.has('uploads')) {
      if (isRefusing) return [503, error('SlowDown')];
      const id = crypto.randomUUID();
      parts.set(id, new Map());
      return [200, element('InitiateMultipartUploadResult', element('UploadId', id))];
    }
    if (method === 'POST' && uploadId) {
      const sorted = [...(parts.get(uploadId) ?? [])].sort(([a], [b]) => a - b);
      put(name, Buffer.concat(sorted.map(([, bytes]) => bytes)));
      const result = element('Key', name) + element('ETag', '"whole"');
      return [200, element('CompleteMultipartUploadResult', result)];
    }
    if (method === 'GET' && name === '') return [200, list(objects, written)];
    const found = objects.get(name);
    if (!found) return [404, error('NoSuchKey')];
    if (method === 'DELETE') objects.delete(name);
    if (method === 'DELETE') return [204, ''];
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined || to === undefined) return [200, found];
    return Number(from) < found.length
      ? [206, found.subarray(Number(from), Number(to) + 1)]
      : [416, error('InvalidRange')];
  }
  const server = createServer((request, response) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status, { ETag: '"part"' }).end(body),
      (cause: unknown) => response.writeHead(500).end(String(cause)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const envOf = (of: 'BACKUP' | 'FILES') => ({
    [`${of}_S3_URL`]: `http://127.0.0.1:${port}/${BUCKET}`,
    [`${of}_S3_KEY_ID`]: KEYS.accessKeyId,
    [`${of}_S3_SECRET`]: KEYS.secretAccessKey,
  });
  return {
    env: envOf('BACKUP'),
    filesEnv: envOf('FILES'),
    objects,
    written,
    parts: () => [...parts.values()].reduce((sum, each) => sum + each.size, 0),
    refuse: (is) => {
      isRefusing = is;
    },
    damage: (is) => {
      isDamaging = is;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const error = (code: string): string => element('Error', element('Code', code));
const list = (objects: Map<string, Buffer>, written: Map<string, number>): string =>
  element(
    'ListBucketResult',
    [...objects]
      .map(([name, { length }]) =>
        element(
          'Contents',
          element('Key', name) +
            element('Size', String(length)) +
            element('LastModified', new Date(written.get(name) ?? 0).toISOString()),
        ),
      )
      .join('') + element('IsTruncated', 'false'),
  );

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Signs the same request again, with the headers that were signed. */
async function isSigned({ method, headers }: IncomingMessage, url: URL): Promise<boolean> {
  const given = headers.authorization ?? '';
  const names = /SignedHeaders=([^,]*)/.exec(given)?.[1]?.split(';') ?? [];
  const signed = names.filter((name) => name !== 'host');
  const signer = new AwsV4Signer({
    ...{ ...KEYS, url: url.href, region: REGION, service: 's3', allHeaders: true },
    method: method ?? 'GET',
    headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
    datetime: String(headers['x-amz-date']),
  });
  const authorization = (await signer.sign()).headers.get('Authorization') ?? '';
  const signatureOf = (text: string) => /Signature=(\w+)/.exec(text)?.[1];
  return given !== '' && signatureOf(authorization) === signatureOf(given);
}
