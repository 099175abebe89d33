/** Returns the display name of a script type such as `v0_p2wsh`. */
export const typeName = (type: string): string =>
  type === 'op_return'
    ? 'OP_RETURN'
    : type
        .replace(/^v\d+_/, '')
        .replaceAll('_', ' ')
        .toUpperCase();
