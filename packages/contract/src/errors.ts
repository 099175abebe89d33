/** How an error leaves the house: the v1 server's JSON-or-text form, or the index server's bare text. (rest-bitcoin 1.3) */
export type ErrorForm = 'v1' | 'esplora';

export interface ErrorRow {
  status: number;
  /** Exact text that clients may compare. A lone `N` stands for a number, a lone `M` for a JSON text of the error. */
  text: string;
  meaning: string;
  /** Always the bare text, also where errors are JSON. */
  bare?: true;
}

/**
 * The catalog of errors that may leave the house. Routes declare which of them they can answer with; a test holds the
 * declarations to this table and to `docs/api.md`.
 */
export const errorCatalog = {
  'block.not-found': { status: 404, text: 'Block not found', meaning: 'no block of that hash or height is known' },
  'tx.not-found': { status: 404, text: 'Transaction not found', meaning: 'neither in the mempool nor in the chain' },
  'tx.unconfirmed': {
    status: 404,
    text: 'Transaction not found or is unconfirmed',
    meaning: 'a proof needs a transaction of the chain',
  },
  'txids.none': { status: 400, text: 'No txids specified', meaning: 'the list of ids is missing' },
  'txids.too-many': { status: 400, text: 'Too many txids requested', meaning: 'more ids than the route takes' },
  'txs.too-many': { status: 400, text: 'Exceeded maximum of 25 transactions', meaning: 'a package has at most 25' },
  'txs.max-fee-rate': { status: 400, text: 'Invalid maxfeerate', meaning: 'not a number of BTC/kvB' },
  'txs.max-burn': { status: 400, text: 'Invalid maxburnamount', meaning: 'not a number of BTC' },
  'txs.size': {
    status: 400,
    text: 'Invalid transaction size for item N',
    meaning: 'the hex of the N-th transaction, from 0, has fewer than 120 or more than 799,999 digits',
  },
  'txs.hex': {
    status: 400,
    text: 'Invalid transaction hex for item N',
    meaning: 'the N-th text, from 0, is not hex',
  },
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
  'address.search-off': {
    status: 400,
    text: 'address search disabled',
    meaning: 'the operator keeps no book of addresses',
  },
  'v1.statistics': { status: 404, text: 'Not found', meaning: 'no such window of statistics' },
  'v1.block-hash': { status: 400, text: 'Invalid block hash', meaning: 'not 64 hex digits' },
  'v1.address': { status: 400, text: 'Invalid address', meaning: 'not 2 to 120 letters and digits' },
  'v1.block': { status: 404, text: 'Failed to get block', meaning: 'no block of that hash is known' },
  'v1.block-summary': {
    status: 404,
    text: 'Failed to get block summary',
    meaning: 'no block of that hash is known',
  },
  'v1.not-in-summary': { status: 404, text: 'Transaction not found in summary', meaning: 'the block does not hold it' },
  'v1.cpfp': {
    status: 400,
    text: 'Invalid transactions format',
    meaning: 'not [{txid, weight, sigops, fee, vin, vout}]',
  },
  'v1.cpfp-many': {
    status: 400,
    text: 'More than one transaction is not supported yet',
    meaning: 'a list of several',
  },
  'v1.fees': { status: 503, text: 'Service Unavailable', meaning: 'the mempool is still being loaded' },
  'param.time': { status: 400, text: 'Invalid time', meaning: 'not whole seconds since 1970' },
  'mempool.no-summary': {
    status: 404,
    text: 'Nothing is kept of that time',
    meaning: 'no summary of the mempool within ten minutes before it',
  },
  'fees.no-forecast': {
    status: 503,
    text: 'No forecast yet',
    meaning: 'the mempool is being loaded, or was not in step with the node for ten minutes',
  },
  'v1.difficulty': {
    status: 503,
    text: 'Service Temporarily Unavailable',
    meaning: 'no block is known yet',
  },
  'v1.bitcoin-address': {
    status: 400,
    text: 'Invalid Bitcoin address',
    meaning: 'letters and digits that are no address of this network',
    bare: true,
  },
  'v1.txid': { status: 400, text: 'Invalid transaction ID', meaning: 'not 64 hex digits' },
  'v1.tx': {
    status: 404,
    text: 'No such mempool or blockchain transaction',
    meaning: 'neither in the mempool nor in the chain',
  },
  'v1.txids': { status: 400, text: 'Invalid txids format', meaning: 'a list of ids with a malformed one, or none' },
  'v1.tx-times': { status: 400, text: 'invalid txId format', meaning: 'the list `txId[]` is missing' },
  'v1.outpoints': { status: 400, text: 'Invalid outpoints format', meaning: 'not a list of {txid, vout}' },
  'v1.outpoints-many': { status: 400, text: 'Too many outpoints requested', meaning: 'more than 100' },
  'v1.push': {
    status: 400,
    text: 'sendrawtransaction RPC error: {"code":N}',
    meaning:
      "-1 no text, -2 no hex or the wrong form, -3 above the most weight, -4 no transaction; else the node's code",
  },
  'v1.test': {
    status: 400,
    text: 'testmempoolaccept RPC error: {"code":N}',
    meaning: '-1 no list of at most 25 texts; else as for pushing',
  },
  'v1.package': {
    status: 400,
    text: 'submitpackage RPC error: {"code":N}',
    meaning: '-1 no list of at most 25 texts; else as for pushing',
  },
  'v1.tx-outspends': { status: 500, text: 'Failed to get transaction outspends', meaning: 'no such transaction' },
  'v1.merkle-proof': {
    status: 500,
    text: 'Failed to get transaction merkle proof',
    meaning: 'no such transaction in the chain',
  },
  'v1.block-header': { status: 500, text: 'Failed to get block header', meaning: 'no block of that hash is known' },
  'v1.block-raw': { status: 500, text: 'Failed to get raw block', meaning: 'no block of that hash is known' },
  'v1.block-txids': { status: 500, text: 'Failed to get txids for block', meaning: 'no block of that hash is known' },
  'v1.block-txs': {
    status: 500,
    text: 'Failed to get block transactions',
    meaning: 'no block of that hash is known, or the page is outside of it',
  },
  'v1.block-height': { status: 500, text: 'Failed to get block at height', meaning: 'no block of that height' },
  'v1.tip-hash': { status: 500, text: 'Failed to get hash at tip', meaning: 'no block is known yet' },
  'v1.bulk-off': {
    status: 404,
    text: 'This API is disabled. Set config.MEMPOOL.MAX_BLOCKS_BULK_QUERY to a positive number to enable it.',
    meaning: 'the operator allows no bulk queries (our setting is `maxBlocksBulk`)',
  },
  'v1.bulk-from': {
    status: 400,
    text: "Parameter 'from' must be a block height (integer)",
    meaning: 'not a whole number from 0',
  },
  'v1.bulk-to': {
    status: 400,
    text: "Parameter 'to' must be a block height (integer)",
    meaning: 'not a whole number from 0',
  },
  'v1.bulk-order': {
    status: 400,
    text: "Parameter 'to' must be a higher block height than 'from'",
    meaning: 'the range runs backwards',
  },
  'v1.bulk-span': {
    status: 400,
    text: 'You can only query N blocks at once.',
    meaning: 'the range is longer than the operator allows',
  },
  'v1.chain-tips': { status: 503, text: 'Temporarily unavailable', meaning: "the node's tips are not known" },
  'v1.stale-height': {
    status: 400,
    text: "Parameter 'height' must be a block height (integer)",
    meaning: 'not a whole number from 0',
  },
  'v1.timestamp': {
    status: 500,
    text: 'Failed to get height from timestamp',
    meaning: 'not a time from 1 to one day ahead, or before the first block',
  },
  'v1.pool': {
    status: 404,
    text: 'This mining pool does not exist',
    meaning: 'no mining pool of the list has that slug',
  },
  'v1.pool-blocks': { status: 500, text: 'Failed to get blocks for pool', meaning: 'not a block height' },
  'v1.reward-stats': { status: 500, text: 'Failed to get reward stats', meaning: 'not a number of blocks above 0' },
  'v1.accelerations-off': {
    status: 400,
    text: 'Acceleration data is not available.',
    meaning: 'the operator names no source, or the network is not mainnet',
  },
  'v1.accelerations-active': {
    status: 500,
    text: 'Failed to get active accelerations',
    meaning: 'the source does not answer',
  },
  'v1.accelerations-pool': {
    status: 500,
    text: 'Failed to get accelerations by pool',
    meaning: 'no such mining pool, or the source does not answer',
  },
  'v1.accelerations-block': {
    status: 500,
    text: 'Failed to get accelerations by height',
    meaning: 'not a block height, or the source does not answer',
  },
  'v1.accelerations-recent': {
    status: 500,
    text: 'Failed to get recent accelerations',
    meaning: 'the source does not answer',
  },
  'v1.accelerations-total': {
    status: 500,
    text: 'Failed to get acceleration totals',
    meaning: 'no such mining pool, or the source does not answer',
  },
  'v1.accelerations-request': {
    status: 500,
    text: 'Failed to request acceleration',
    meaning: 'the source does not answer',
  },
  'blocks.day': {
    status: 400,
    text: "Parameter 'day' must be a date such as 2024-04-20",
    meaning: 'no day of the calendar',
  },
  'blocks.day-many': {
    status: 422,
    text: 'That day has too many blocks',
    meaning: 'more than 2,000: a test network; ask for them by height',
  },
  'v1.no-prices': {
    status: 400,
    text: 'Prices are not available on testnets.',
    meaning: 'coins of this network have no price',
  },
  'v1.price-time': {
    status: 400,
    text: "Parameter 'timestamp' must be a Unix time (integer)",
    meaning: 'not whole seconds since 1970',
  },
  'v1.audit': {
    status: 404,
    text: 'Audit not available',
    meaning:
      'the mempool was not in step when the block came, the chain was changing, or the audit is not kept any more',
  },
  'v1.tx-audit': {
    status: 404,
    text: 'Transaction audit not available',
    meaning: 'the block has no audit, or does not hold the transaction',
  },
  'v1.audit-scores': {
    status: 500,
    text: 'Failed to get block audit scores',
    meaning: 'the height is not a whole number',
  },
  'v1.block-health': {
    status: 500,
    text: 'Failed to get historical blocks health',
    meaning: '`from` and `to` are not both Unix seconds, the first not after the second',
  },
  'v1.block-fees': {
    status: 500,
    text: 'Failed to get historical block fees',
    meaning: '`from` and `to` are not both Unix seconds, the first not after the second',
  },
  'broadcast.missing': { status: 400, text: 'Missing tx', meaning: 'the query has no `tx`' },
  'broadcast.rejected': {
    status: 400,
    text: 'sendrawtransaction RPC error: {"code":N,"message":M}',
    meaning: "the node refused the transaction; the answer carries the node's code and message",
  },
  'broadcast.not-hex': {
    status: 400,
    text: 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
    meaning: 'the body is not the hex of a transaction',
  },
  'test.rejected': {
    status: 400,
    text: 'testmempoolaccept RPC error: {"code":N,"message":M}',
    meaning: 'the node refused to test; its code and message',
  },
  'package.rejected': {
    status: 400,
    text: 'submitpackage RPC error: {"code":N,"message":M}',
    meaning: 'the node refused the package; its code and message',
  },
  'body.json': {
    status: 400,
    text: 'Invalid JSON body',
    meaning: 'the body is not the JSON list that the route takes',
  },
  'body.too-long': {
    status: 422,
    text: 'body too long',
    meaning: 'a group of scripts has at most 300 items and 21,600 bytes',
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
  'events.bad-id': {
    status: 400,
    text: 'Invalid event id',
    meaning: 'the id to go on from is malformed, or names an event that has not happened',
  },
  'events.too-many': {
    status: 503,
    text: 'Too many event streams',
    meaning: 'no more streams are served at the moment; see Retry-After',
  },
  'index.behind': {
    status: 503,
    text: 'The index is still being built',
    meaning: 'this answer needs blocks that are not indexed yet; see Retry-After',
  },
  'index.lacks-blocks': {
    status: 503,
    text: 'The node is pruned: addresses and older transactions cannot be looked up',
    meaning: 'the node has pruned blocks that the index needs',
  },
  'index.scanning': {
    status: 503,
    text: 'The node searches its block filters for this address; ask again soon',
    meaning: 'the node is pruned and is asked for the blocks of one address at a time; see Retry-After',
  },
  'index.unavailable': {
    status: 503,
    text: 'The index cannot be read at the moment',
    meaning: 'the disk of the index is in trouble, or the index is damaged; any route can answer this',
  },
  'internal.forbidden': {
    status: 403,
    text: 'Forbidden',
    meaning: 'this route is served on the internal port only (internalPort)',
  },
  'internal.too-many': {
    status: 422,
    text: 'Too many ids requested: at most 1000 at once',
    meaning: 'ask in several requests',
  },
  'core.txid': {
    status: 400,
    text: 'invalid param txid. must be 64 hexadecimal characters',
    meaning: 'not 64 hex digits',
  },
  'core.hash': {
    status: 400,
    text: 'invalid param hash. must be 64 hexadecimal characters',
    meaning: 'not 64 hex digits',
  },
  'core.height': { status: 400, text: 'invalid param height. must be an integer', meaning: 'not a block height' },
  'core.verbose': { status: 400, text: 'invalid param verbose. must be true or false', meaning: 'another word' },
  'core.verbosity': { status: 400, text: 'invalid param verbosity. must be 0, 1, 2 or 3', meaning: 'another word' },
  'core.raw-tx': { status: 400, text: 'invalid param rawTx. must be a string', meaning: 'the body lacks the hex' },
  'core.raw-txs': {
    status: 400,
    text: 'invalid param rawTxs. must be an array of strings',
    meaning: 'the body lacks the list of hex texts, or it has more than 25',
  },
  'core.rejected': { status: 400, text: '{"code":N}', meaning: "the node's own refusal" },
  'core.no-entry': { status: 404, text: '', meaning: 'the transaction is not in the mempool' },
  internal: { status: 500, text: 'Internal server error', meaning: 'our own fault; it is in the log' },
} as const satisfies Record<string, ErrorRow>;

/** A code of the catalog. */
export type ErrorCode = keyof typeof errorCatalog;
