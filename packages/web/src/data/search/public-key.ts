const key = /^(04[0-9a-f]{128}|0[23][0-9a-f]{64})$/;

/** Returns true for a public key in hex: 130 characters uncompressed, 66 compressed. */
export const isPublicKey = (text: string): boolean => key.test(text.toLowerCase());
