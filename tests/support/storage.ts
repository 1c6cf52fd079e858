import { Readable } from 'node:stream';
import type { Storage } from '#src/platform/storage.ts';

/** A storage in memory. */
export function fakeStorage(): Storage & { files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  const types = new Map<string, string>();
  return {
    files,
    async put(key, body, type) {
      files.set(key, body);
      types.set(key, type);
    },
    async get(key) {
      const body = files.get(key);
      return body ? { body: Readable.from([body]), type: types.get(key) ?? '', size: body.length } : null;
    },
    async remove(key) {
      files.delete(key);
    },
  };
}
