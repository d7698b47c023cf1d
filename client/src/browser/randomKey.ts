/** A random key of 128 bits in hexadecimal: for what is sent at most once. Unlike `crypto.randomUUID`, it is there without HTTPS, too. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
