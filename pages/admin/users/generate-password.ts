/** Letters and digits that nobody takes for one another when they are read out. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password of 20 characters by the browser's own random numbers: some 116 bits. */
export function generatePassword(): string {
  let password = '';
  while (password.length < 20) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Bytes past the last whole round of the alphabet would make its first letters likelier.
    if (byte < 256 - (256 % alphabet.length)) password += alphabet[byte % alphabet.length];
  }
  return password;
}
