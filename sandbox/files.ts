import S3rver from 's3rver';

/** The only keys that s3rver knows. */
export const sandboxFiles = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', bucket: 'podium' };

/** Where files are stored: an S3 service with one bucket, its files below `directory`. */
export async function openFiles(port: number, directory: string): Promise<{ close(): Promise<void> }> {
  const server = new S3rver({
    port,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: sandboxFiles.bucket, configs: [] }],
  });
  await server.run();
  return { close: () => server.close() };
}
