/** `v0_p2wsh` as people write it. */
export const typeName = (type: string): string =>
  type === 'op_return'
    ? 'OP_RETURN'
    : type
        .replace(/^v\d+_/, '')
        .replaceAll('_', ' ')
        .toUpperCase();
