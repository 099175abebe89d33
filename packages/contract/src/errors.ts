/** How an error leaves the house: the v1 server's JSON-or-text form, or the index server's bare text. (rest-bitcoin 1.3) */
export type ErrorForm = 'v1' | 'esplora';

export interface ErrorRow {
  status: number;
  /** Exact text that clients may compare. */
  text: string;
  meaning: string;
}

/**
 * The catalog of errors that may leave the house. Routes declare which of them they can answer with; a test holds the
 * declarations to this table and to `docs/api.md`.
 */
export const errorCatalog = {
  'block.not-found': { status: 404, text: 'Block not found', meaning: 'no block of that hash or height is known' },
  'tx.not-found': { status: 404, text: 'Transaction not found', meaning: 'neither in the pool nor in the chain' },
  'block.index-out-of-range': {
    status: 404,
    text: 'tx index out of range',
    meaning: 'the block has fewer transactions',
  },
  'block.start-out-of-range': {
    status: 404,
    text: 'start index out of range',
    meaning: 'the block has fewer transactions',
  },
  'block.start-not-multiple': {
    status: 400,
    text: 'start index must be a multipication of 25',
    meaning: 'pages of a block begin at multiples of 25 (the spelling is what clients know)',
  },
  'param.hex': { status: 400, text: 'Invalid hex string', meaning: 'a hash that is not 64 hex digits' },
  'param.number': { status: 400, text: 'Invalid number', meaning: 'a height or index that is not a whole number' },
  'param.scripthash': { status: 400, text: 'Invalid scripthash', meaning: 'a script hash that is not 32 bytes' },
  'address.invalid': { status: 400, text: 'Invalid Bitcoin address', meaning: 'the text is no address' },
  'address.wrong-network': {
    status: 400,
    text: 'Address on invalid network',
    meaning: 'an address of another network',
  },
  'history.after-not-found': {
    status: 422,
    text: 'after_txid not found',
    meaning: 'the cursor is not in this history',
  },
  'utxo.too-many': {
    status: 400,
    text: 'Too many unspent transaction outputs (>500). Contact support to raise limits.',
    meaning: 'the script has more unspent outputs than one answer holds',
  },
  'v1.block-hash': { status: 400, text: 'Invalid block hash', meaning: 'not 64 hex digits' },
  'v1.address': { status: 400, text: 'Invalid address', meaning: 'not 2 to 120 letters and digits' },
  'v1.block': { status: 404, text: 'Failed to get block', meaning: 'no block of that hash is known' },
  'v1.fees': { status: 503, text: 'Service Unavailable', meaning: 'the pool is still being loaded' },
  'v1.difficulty': {
    status: 503,
    text: 'Service Temporarily Unavailable',
    meaning: 'no block is known yet',
  },
  'broadcast.rejected': {
    status: 400,
    text: 'sendrawtransaction RPC error',
    meaning: "the node refused the transaction; the answer carries the node's code and message",
  },
  'broadcast.not-hex': {
    status: 400,
    text: 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
    meaning: 'the body is not the hex of a transaction',
  },
  'body.too-large': { status: 413, text: 'Request body too large', meaning: 'above 10 MB' },
  'route.unknown': { status: 404, text: 'endpoint does not exist', meaning: 'no such path' },
  'rate.limit': { status: 429, text: 'Too many requests', meaning: 'this client asks too often; see Retry-After' },
  'node.unavailable': {
    status: 503,
    text: 'The node does not answer at the moment',
    meaning: 'the answer needs the node, which is away, busy or starting; see Retry-After',
  },
  'node.no-data': {
    status: 503,
    text: 'The node no longer has this block (pruned)',
    meaning: 'the block body was pruned away',
  },
  'index.behind': {
    status: 503,
    text: 'The address index is still being built',
    meaning: 'this answer needs blocks that are not indexed yet; see Retry-After',
  },
  internal: { status: 500, text: 'Internal server error', meaning: 'our own fault; it is in the log' },
} as const satisfies Record<string, ErrorRow>;

/** A code of the catalog. */
export type ErrorCode = keyof typeof errorCatalog;
