const inputs = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const outputs = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/**
 * Returns the eight characters after the `#` of a descriptor.
 * @returns undefined for an invalid character. Source: BIP 380
 */
export function descriptorChecksum(text: string): string | undefined {
  let state = 1n;
  const add = (value: number) => {
    const top = state >> 35n;
    state = ((state & 0x7ffffffffn) << 5n) ^ BigInt(value);
    generator.forEach((word, bit) => {
      if ((top >> BigInt(bit)) & 1n) state ^= word;
    });
  };
  let group = 0;
  let inGroup = 0;
  for (const letter of text) {
    const value = inputs.indexOf(letter);
    if (value === -1) return undefined;
    add(value & 31);
    group = group * 3 + (value >> 5);
    if (++inGroup < 3) continue;
    add(group);
    group = 0;
    inGroup = 0;
  }
  if (inGroup > 0) add(group);
  for (let place = 0; place < 8; place++) add(0);
  state ^= 1n;
  return Array.from({ length: 8 }, (_, place) => outputs[Number((state >> BigInt(5 * (7 - place))) & 31n)]).join('');
}
