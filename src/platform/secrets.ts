import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Secrets {
  /** The key that signs session cookies. */
  sessionKey: string;
  /** A keyed fingerprint: equal inputs give equal bytes, and nothing can be read back. `purpose` keeps uses apart. */
  digest(purpose: string, text: string): Buffer;
  /** Encrypts a JSON value for a table (AES-256-GCM), for what must not lie open there: a code on its way into a mail. */
  seal(value: unknown): Buffer;
  unseal<T>(sealed: Buffer): T;
}

/** Derives every key of the product from the one secret of the environment. */
export function createSecrets(appSecret: string): Secrets {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', appSecret, 'podium', use, 32));
  const sealingKey = derive('seal');
  const digestKey = derive('digest');
  return {
    sessionKey: derive('session').toString('base64url'),
    digest: (purpose, text) => createHmac('sha256', digestKey).update(`${purpose}\0${text}`).digest(),
    seal(value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    unseal(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(sealed.subarray(12, 28));
      return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8'));
    },
  };
}
