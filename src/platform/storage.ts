import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';

export interface StoredFile {
  body: Readable;
  type: string;
  /** In bytes. */
  size: number;
}

/** Files that people bring along or take away. Keys are ours and never guessable where the file is not public. */
export interface Storage {
  put(key: string, body: Buffer, type: string): Promise<void>;
  /** Null where there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** Also succeeds where there is no such file (any more). */
  remove(key: string): Promise<void>;
}

export interface StorageAccount {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where the S3 service is to be found, if elsewhere than at Amazon; the bucket is then part of the path. */
  endpoint?: string | undefined;
}

/** A bucket of any service that speaks S3. */
export function createStorage({ bucket, region, accessKeyId, secretAccessKey, endpoint }: StorageAccount): Storage {
  let client: Promise<{ s3: S3Client; commands: typeof import('@aws-sdk/client-s3') }> | undefined;

  // Loaded with the first file: most processes never need it.
  const connect = async () => {
    const commands = await import('@aws-sdk/client-s3');
    const s3 = new commands.S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 3,
      // Not every service that speaks S3 knows the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
    });
    return { s3, commands };
  };
  const connected = () => {
    client ??= connect();
    return client;
  };

  return {
    async put(key, body, type) {
      const { s3, commands } = await connected();
      await s3.send(new commands.PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: type }));
    },

    async get(key) {
      const { s3, commands } = await connected();
      try {
        const file = await s3.send(new commands.GetObjectCommand({ Bucket: bucket, Key: key }));
        return {
          body: file.Body as Readable,
          type: file.ContentType ?? 'application/octet-stream',
          size: file.ContentLength ?? 0,
        };
      } catch (error) {
        if ((error as { name?: string }).name === 'NoSuchKey') return null;
        throw error;
      }
    },

    async remove(key) {
      const { s3, commands } = await connected();
      await s3.send(new commands.DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
