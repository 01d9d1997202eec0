/** A bucket of an S3-compatible storage. */
export interface Bucket {
  /** The URL of the bucket: `https://s3.eu-central-1.amazonaws.com/backups`. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

type Env = Record<string, string | undefined>;

/** The bucket for backups or files; null without one. */
export function bucketOf(env: Env, of: 'BACKUP' | 'FILES', errors: string[]): Bucket | null {
  const name = `${of}_S3_URL`;
  const url = env[name];
  if (!url) return null;
  const [keyId, secret] = [env[`${of}_S3_KEY_ID`] ?? '', env[`${of}_S3_SECRET`] ?? ''];
  if (!/^https?:\/\/[^/]+\/[^/]/.test(url))
    errors.push(
      `${name} must be an address with the bucket: https://s3.example.com/${of === 'FILES' ? 'files' : 'backups'}.`,
    );
  if (!keyId || !secret)
    errors.push(`${of}_S3_KEY_ID and ${of}_S3_SECRET are needed with ${name}.`);
  return { url, keyId, secret, region: env[`${of}_S3_REGION`] ?? 'auto' };
}
