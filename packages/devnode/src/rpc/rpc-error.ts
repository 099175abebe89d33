/** An RPC error. Source: Core rpc/protocol.h */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** RPC error codes. Source: Core rpc/protocol.h */
export const rpcCode = {
  misc: -1,
  notFound: -5,
  invalidParameter: -8,
  deserialization: -22,
  verifyError: -25,
  verifyRejected: -26,
  alreadyInChain: -27,
  inWarmup: -28,
  typeError: -3,
  invalidRequest: -32600,
  methodNotFound: -32601,
  parse: -32700,
} as const;
