/** Format of an error response: `v1` is mempool.space's JSON or text, `esplora` is Esplora's plain text. */
export type ErrorForm = 'v1' | 'esplora';

/** A row of the error catalog. */
export interface ErrorRow {
  status: number;
  /**
   * Exact response text, which clients may compare. A lone `N` represents a number, a lone `M` a JSON string of the
   * error.
   */
  text: string;
  meaning: string;
  /** Sent as plain text even where errors are JSON. */
  bare?: true;
}

/**
 * The catalog of errors that may reach a client. Routes declare which of them they return; a test checks the
 * declarations against this table and `docs/api.md`.
 */
export const errorCatalog = {
  'block.not-found': { status: 404, text: 'Block not found', meaning: 'no known block has this hash or height' },
  'tx.not-found': { status: 404, text: 'Transaction not found', meaning: 'neither in the mempool nor in the chain' },
  'tx.unconfirmed': {
    status: 404,
    text: 'Transaction not found or is unconfirmed',
    meaning: 'a Merkle proof requires a confirmed transaction',
  },
  'txids.none': { status: 400, text: 'No txids specified', meaning: 'the list of txids is missing' },
  'txids.too-many': { status: 400, text: 'Too many txids requested', meaning: 'more txids than the route accepts' },
  'txs.too-many': {
    status: 400,
    text: 'Exceeded maximum of 25 transactions',
    meaning: 'a package has at most 25 transactions',
  },
  'txs.max-fee-rate': { status: 400, text: 'Invalid maxfeerate', meaning: 'not a number in BTC/kvB' },
  'txs.max-burn': { status: 400, text: 'Invalid maxburnamount', meaning: 'not a number in BTC' },
  'txs.size': {
    status: 400,
    text: 'Invalid transaction size for item N',
    meaning: 'the hex of transaction N (0-based) has fewer than 120 or more than 799,999 digits',
  },
  'txs.hex': {
    status: 400,
    text: 'Invalid transaction hex for item N',
    meaning: 'item N (0-based) is not hex',
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
    meaning: "pages of a block start at multiples of 25 (Esplora's spelling, which clients compare)",
  },
  'asset.not-found': { status: 404, text: 'Asset id not found', meaning: 'no such asset was issued' },
  'asset.blinded': {
    status: 400,
    text: 'Asset supply is blinded',
    meaning: 'an issuance of the asset has a confidential amount',
  },
  'asset.no-icon': { status: 404, text: 'Asset icon not found', meaning: 'the operator has no icon of the asset' },
  'asset.group-id': { status: 400, text: 'Invalid asset group id', meaning: 'a malformed id of a group' },
  'asset.no-group': { status: 404, text: 'Asset group not found', meaning: 'the operator has no group with this id' },
  'registry.none': { status: 501, text: 'Asset registry not configured', meaning: 'the operator has configured none' },
  'registry.not-found': {
    status: 404,
    text: 'Asset id not found in registry',
    meaning: 'the registry does not have the asset, or the chain does not',
  },
  'registry.sort-field': { status: 400, text: 'invalid sort field', meaning: 'not name, ticker or domain' },
  'registry.sort-direction': { status: 400, text: 'invalid sort direction', meaning: 'not asc or desc' },
  'registry.query': { status: 400, text: 'search query too long', meaning: 'more than 64 characters' },
  'v1.bitcoin-only': {
    status: 404,
    text: 'This API is only available for Bitcoin networks',
    meaning: 'a route that Liquid networks do not have',
  },
  'v1.liquid-address': { status: 400, text: 'Invalid address', meaning: 'not 2 to 120 letters and digits' },
  'v1.validation': { status: 500, text: 'Failed to validate address', meaning: 'the node does not answer' },
  'v1.pegs': { status: 500, text: 'Failed to get pegs', meaning: 'the index of the network cannot be read' },
  'v1.pegs-month': {
    status: 500,
    text: 'Failed to get pegs by month',
    meaning: 'the index of the network cannot be read',
  },
  'v1.pegs-list': {
    status: 500,
    text: 'Failed to get pegs list',
    meaning: 'the index of the network cannot be read, or not a number',
  },
  'v1.pegs-volume': {
    status: 500,
    text: 'Failed to get pegs volume daily',
    meaning: 'the index of the network cannot be read',
  },
  'v1.pegs-count': {
    status: 500,
    text: 'Failed to get pegs count',
    meaning: 'the index of the network cannot be read',
  },
  'v1.reserves': { status: 500, text: 'Failed to get reserves', meaning: 'the audit has no result yet' },
  'v1.reserves-month': { status: 500, text: 'Failed to get reserves by month', meaning: 'the audit has no result yet' },
  'v1.reserves-status': {
    status: 500,
    text: 'Failed to get federation audit status',
    meaning: 'the node of the parent chain does not answer',
  },
  'v1.reserves-addresses': {
    status: 500,
    text: 'Failed to get federation addresses',
    meaning: 'the audit has no result yet',
  },
  'v1.reserves-utxos': { status: 500, text: 'Failed to get federation utxos', meaning: 'the audit has no result yet' },
  'v1.reserves-utxos-total': {
    status: 500,
    text: 'Failed to get federation utxos number',
    meaning: 'the audit has no result yet',
  },
  'v1.reserves-expired': { status: 500, text: 'Failed to get expired utxos', meaning: 'the audit has no result yet' },
  'v1.reserves-emergency': {
    status: 500,
    text: 'Failed to get emergency spent utxos',
    meaning: 'the audit has no result yet',
  },
  'v1.reserves-emergency-stats': {
    status: 500,
    text: 'Failed to get emergency spent utxos stats',
    meaning: 'the audit has no result yet',
  },
  'v1.no-audit': {
    status: 404,
    text: 'No audit: this server does not follow the parent chain',
    meaning: 'an audit needs the index and the node of the parent chain',
  },
  'param.hex': { status: 400, text: 'Invalid hex string', meaning: 'a hash that is not 64 hex digits' },
  'param.number': { status: 400, text: 'Invalid number', meaning: 'a height or index that is not an integer' },
  'param.scripthash': { status: 400, text: 'Invalid scripthash', meaning: 'a script hash that is not 32 bytes' },
  'address.invalid': { status: 400, text: 'Invalid Bitcoin address', meaning: 'not an address' },
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
    meaning: 'the operator has disabled the address index',
  },
  'v1.statistics': { status: 404, text: 'Not found', meaning: 'unknown statistics window' },
  'v1.block-hash': { status: 400, text: 'Invalid block hash', meaning: 'not 64 hex digits' },
  'v1.address': { status: 400, text: 'Invalid address', meaning: 'not 2 to 120 letters and digits' },
  'v1.block': { status: 404, text: 'Failed to get block', meaning: 'no known block has this hash' },
  'v1.block-summary': {
    status: 404,
    text: 'Failed to get block summary',
    meaning: 'no known block has this hash',
  },
  'v1.not-in-summary': {
    status: 404,
    text: 'Transaction not found in summary',
    meaning: 'the block does not contain the transaction',
  },
  'v1.cpfp': {
    status: 400,
    text: 'Invalid transactions format',
    meaning: 'not [{txid, weight, sigops, fee, vin, vout}]',
  },
  'v1.cpfp-many': {
    status: 400,
    text: 'More than one transaction is not supported yet',
    meaning: 'a list with more than one transaction',
  },
  'v1.fees': { status: 503, text: 'Service Unavailable', meaning: 'the mempool is still loading' },
  'v1.mempool-blocks': {
    status: 500,
    text: 'Failed to get mempool blocks',
    meaning: 'the mempool of a Liquid network cannot be read now',
  },
  'param.state': { status: 400, text: 'Invalid state', meaning: 'not one of the states of an output' },
  'param.time': { status: 400, text: 'Invalid time', meaning: 'not integer Unix seconds' },
  'mempool.no-summary': {
    status: 404,
    text: 'No mempool snapshot for this time',
    meaning: 'no snapshot of the mempool within the ten minutes before that time',
  },
  'fees.no-forecast': {
    status: 503,
    text: 'No forecast yet',
    meaning: 'the mempool is loading, or was out of sync with the node in the last ten minutes',
  },
  'v1.difficulty': {
    status: 503,
    text: 'Service Temporarily Unavailable',
    meaning: 'no block is known yet',
  },
  'v1.bitcoin-address': {
    status: 400,
    text: 'Invalid Bitcoin address',
    meaning: 'letters and digits that are not an address of this network',
    bare: true,
  },
  'v1.txid': { status: 400, text: 'Invalid transaction ID', meaning: 'not 64 hex digits' },
  'v1.tx': {
    status: 404,
    text: 'No such mempool or blockchain transaction',
    meaning: 'neither in the mempool nor in the chain',
  },
  'v1.txids': {
    status: 400,
    text: 'Invalid txids format',
    meaning: 'an empty list of txids, or one with a malformed txid',
  },
  'v1.tx-times': { status: 400, text: 'invalid txId format', meaning: 'the list `txId[]` is missing' },
  'v1.outpoints': { status: 400, text: 'Invalid outpoints format', meaning: 'not a list of {txid, vout}' },
  'v1.outpoints-many': { status: 400, text: 'Too many outpoints requested', meaning: 'more than 100' },
  'v1.psbt-complete': {
    status: 422,
    text: 'Psbt had no missing nonWitnessUtxos.',
    meaning: 'every input has its whole parent transaction',
  },
  'v1.psbt-parent': {
    status: 404,
    text: "Couldn't get transaction hex for parent of input",
    meaning: 'a parent transaction is not in the chain or the mempool',
  },
  'v1.psbt': {
    status: 500,
    text: 'Failed to process PSBT',
    meaning: 'not a PSBT in base64 or hex, or more than 1,000 parents or 16 MB',
  },
  'v1.push': {
    status: 400,
    text: 'sendrawtransaction RPC error: {"code":N}',
    meaning:
      '-1 missing, -2 not hex or malformed, -3 above the maximum weight, -4 not a transaction; otherwise the error code of the node',
  },
  'v1.test': {
    status: 400,
    text: 'testmempoolaccept RPC error: {"code":N}',
    meaning: '-1 not a list of at most 25 strings; otherwise as for `sendrawtransaction`',
  },
  'v1.package': {
    status: 400,
    text: 'submitpackage RPC error: {"code":N}',
    meaning: '-1 not a list of at most 25 strings; otherwise as for `sendrawtransaction`',
  },
  'v1.tx-outspends': { status: 500, text: 'Failed to get transaction outspends', meaning: 'no such transaction' },
  'v1.merkle-proof': {
    status: 500,
    text: 'Failed to get transaction merkle proof',
    meaning: 'no such confirmed transaction',
  },
  'v1.block-header': { status: 500, text: 'Failed to get block header', meaning: 'no known block has this hash' },
  'v1.block-raw': { status: 500, text: 'Failed to get raw block', meaning: 'no known block has this hash' },
  'v1.block-txids': { status: 500, text: 'Failed to get txids for block', meaning: 'no known block has this hash' },
  'v1.block-txs': {
    status: 500,
    text: 'Failed to get block transactions',
    meaning: 'no known block has this hash, or the page is out of range',
  },
  'v1.block-height': { status: 500, text: 'Failed to get block at height', meaning: 'no block at this height' },
  'v1.tip-hash': { status: 500, text: 'Failed to get hash at tip', meaning: 'no block is known yet' },
  'v1.bulk-off': {
    status: 404,
    text: 'This API is disabled. Set config.MEMPOOL.MAX_BLOCKS_BULK_QUERY to a positive number to enable it.',
    meaning: 'the operator has disabled bulk queries (setting `maxBlocksBulk`)',
  },
  'v1.bulk-from': {
    status: 400,
    text: "Parameter 'from' must be a block height (integer)",
    meaning: 'not a non-negative integer',
  },
  'v1.bulk-to': {
    status: 400,
    text: "Parameter 'to' must be a block height (integer)",
    meaning: 'not a non-negative integer',
  },
  'v1.bulk-order': {
    status: 400,
    text: "Parameter 'to' must be a higher block height than 'from'",
    meaning: 'the range is descending',
  },
  'v1.bulk-span': {
    status: 400,
    text: 'You can only query N blocks at once.',
    meaning: 'the range exceeds the limit of the operator',
  },
  'v1.chain-tips': {
    status: 503,
    text: 'Temporarily unavailable',
    meaning: 'the chain tips of the node are not known',
  },
  'v1.stale-height': {
    status: 400,
    text: "Parameter 'height' must be a block height (integer)",
    meaning: 'not a non-negative integer',
  },
  'v1.timestamp': {
    status: 500,
    text: 'Failed to get height from timestamp',
    meaning: 'not a Unix time between 1 and one day from now, or before the genesis block',
  },
  'v1.pool': {
    status: 404,
    text: 'This mining pool does not exist',
    meaning: 'no mining pool has this slug',
  },
  'v1.pool-blocks': { status: 500, text: 'Failed to get blocks for pool', meaning: 'not a block height' },
  'v1.reward-stats': { status: 500, text: 'Failed to get reward stats', meaning: 'not a positive number of blocks' },
  'v1.accelerations-off': {
    status: 400,
    text: 'Acceleration data is not available.',
    meaning: 'the network has no source of accelerations',
  },
  'v1.accelerations-active': {
    status: 500,
    text: 'Failed to get active accelerations',
    meaning: 'the source does not respond',
  },
  'v1.accelerations-pool': {
    status: 500,
    text: 'Failed to get accelerations by pool',
    meaning: 'no such mining pool, or the source does not respond',
  },
  'v1.accelerations-block': {
    status: 500,
    text: 'Failed to get accelerations by height',
    meaning: 'not a block height, or the source does not respond',
  },
  'v1.accelerations-recent': {
    status: 500,
    text: 'Failed to get recent accelerations',
    meaning: 'the source does not respond',
  },
  'v1.accelerations-total': {
    status: 500,
    text: 'Failed to get acceleration totals',
    meaning: 'no such mining pool, or the source does not respond',
  },
  'v1.accelerations-request': {
    status: 500,
    text: 'Failed to request acceleration',
    meaning: 'the source does not respond',
  },
  'v1.acceleration-txid': {
    status: 400,
    text: 'invalid txid',
    meaning: 'not 64 hex digits',
    bare: true,
  },
  'v1.acceleration-unknown': {
    status: 404,
    text: 'Acceleration not found',
    meaning: 'the transaction was never accelerated',
    bare: true,
  },
  'blocks.day': {
    status: 400,
    text: "Parameter 'day' must be a date such as 2024-04-20",
    meaning: 'not a calendar date',
  },
  'blocks.day-many': {
    status: 422,
    text: 'Too many blocks on this day',
    meaning: 'more than 2,000 blocks (on a test network); request them by height instead',
  },
  'v1.no-prices': {
    status: 400,
    text: 'Prices are not available on testnets.',
    meaning: 'test networks have no prices',
  },
  'v1.price-time': {
    status: 400,
    text: "Parameter 'timestamp' must be a Unix time (integer)",
    meaning: 'not integer Unix seconds',
  },
  'v1.audit': {
    status: 404,
    text: 'Audit not available',
    meaning: 'the mempool was out of sync when the block arrived, a reorg was in progress, or the audit has expired',
  },
  'v1.tx-audit': {
    status: 404,
    text: 'Transaction audit not available',
    meaning: 'the block has no audit, or does not contain the transaction',
  },
  'v1.audit-scores': {
    status: 500,
    text: 'Failed to get block audit scores',
    meaning: 'the height is not an integer',
  },
  'v1.block-health': {
    status: 500,
    text: 'Failed to get historical blocks health',
    meaning: '`from` and `to` are not both Unix seconds, or `from` is after `to`',
  },
  'v1.block-fees': {
    status: 500,
    text: 'Failed to get historical block fees',
    meaning: '`from` and `to` are not both Unix seconds, or `from` is after `to`',
  },
  'broadcast.missing': { status: 400, text: 'Missing tx', meaning: 'the query has no `tx`' },
  'broadcast.rejected': {
    status: 400,
    text: 'sendrawtransaction RPC error: {"code":N,"message":M}',
    meaning: 'the node rejected the transaction; N and M are its error code and message',
  },
  'broadcast.not-hex': {
    status: 400,
    text: 'sendrawtransaction RPC error: {"code":-22,"message":"TX decode failed. Make sure the tx has at least one input."}',
    meaning: 'the body is not the hex of a transaction',
  },
  'test.rejected': {
    status: 400,
    text: 'testmempoolaccept RPC error: {"code":N,"message":M}',
    meaning: 'the node rejected the request; N and M are its error code and message',
  },
  'package.rejected': {
    status: 400,
    text: 'submitpackage RPC error: {"code":N,"message":M}',
    meaning: 'the node rejected the package; N and M are its error code and message',
  },
  'body.json': {
    status: 400,
    text: 'Invalid JSON body',
    meaning: 'the body is not the JSON list that the route expects',
  },
  'body.too-long': {
    status: 422,
    text: 'body too long',
    meaning: 'a group of scripts has at most 300 items and 21,600 bytes',
  },
  'body.too-large': { status: 413, text: 'Request body too large', meaning: 'more than 10 MB' },
  'body.too-slow': {
    status: 408,
    text: 'Request body too slow',
    meaning:
      'a body above 64 KB arrives at less than 32 KB/s on average, after the first five seconds, or slowest of all while others wait',
  },
  'route.unknown': { status: 404, text: 'endpoint does not exist', meaning: 'no such path' },
  'rate.limit': {
    status: 429,
    text: 'Too many requests',
    meaning: 'this client sends too many requests; see Retry-After',
  },
  'node.unavailable': {
    status: 503,
    text: 'The node is not available',
    meaning: 'the node is offline, busy or starting; see Retry-After',
  },
  'node.no-data': {
    status: 503,
    text: 'The node no longer has this block (pruned)',
    meaning: 'the node has pruned this block',
  },
  'events.bad-id': {
    status: 400,
    text: 'Invalid event id',
    meaning: 'the last event id is malformed, or later than the last event',
  },
  'events.too-many': {
    status: 503,
    text: 'Too many event streams',
    meaning: 'the maximum number of event streams is open; see Retry-After',
  },
  'index.behind': {
    status: 503,
    text: 'The index is still being built',
    meaning: 'the answer needs blocks that are not indexed yet, also whether a transaction exists; see Retry-After',
  },
  'index.lacks-blocks': {
    status: 503,
    text: 'The node is pruned: addresses and older transactions are not available',
    meaning: 'the node has pruned blocks that the index needs',
  },
  'index.scanning': {
    status: 503,
    text: 'Scanning block filters for this address. Try again shortly.',
    meaning: 'the node is pruned, and blocks are fetched for one address at a time; see Retry-After',
  },
  'index.unavailable': {
    status: 503,
    text: 'The index is not available',
    meaning: 'disk failure or damaged index; any route can return this',
  },
  'lightning.off': {
    status: 404,
    text: 'Lightning is not enabled',
    meaning: 'no Lightning node is configured for this network',
    bare: true,
  },
  'lightning.search-text': {
    status: 400,
    text: 'Missing parameter: searchText',
    meaning: 'there is no text to search for',
    bare: true,
  },
  'lightning.node': { status: 404, text: 'Node not found', meaning: 'no known node has this public key' },
  'lightning.channel': {
    status: 404,
    text: 'Channel not found',
    meaning: 'no known channel has this id, or it is not closed',
    bare: true,
  },
  'lightning.public-key': {
    status: 400,
    text: 'Missing parameter: public_key',
    meaning: 'the public key of the node is missing',
    bare: true,
  },
  'lightning.index': { status: 400, text: 'Invalid index', meaning: 'not an integer of at least -1' },
  'lightning.status': { status: 400, text: 'Invalid status', meaning: 'not one of open, active and closed' },
  'lightning.group': { status: 404, text: 'Group not found', meaning: 'the operator has defined no such group' },
  'lightning.country': {
    status: 404,
    text: 'This country does not exist or does not host any lightning nodes on clearnet',
    meaning: 'no node is in this country, or no geographic file is configured',
  },
  'lightning.isp': {
    status: 404,
    text: 'This ISP does not exist or does not host any lightning nodes on clearnet',
    meaning: 'no node is at this provider, or no geographic file is configured',
  },
  'lightning.txids': {
    status: 400,
    text: 'invalid txId format',
    meaning: 'no txids, or more than 100',
  },
  'internal.too-many': {
    status: 422,
    text: 'Too many ids requested: at most 1000 per request',
    meaning: 'split the request',
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
  'core.verbose': {
    status: 400,
    text: 'invalid param verbose. must be true or false',
    meaning: 'not one of these values',
  },
  'core.verbosity': {
    status: 400,
    text: 'invalid param verbosity. must be 0, 1, 2 or 3',
    meaning: 'not one of these values',
  },
  'core.raw-tx': { status: 400, text: 'invalid param rawTx. must be a string', meaning: 'the body has no `rawTx`' },
  'core.raw-txs': {
    status: 400,
    text: 'invalid param rawTxs. must be an array of strings',
    meaning: 'the body has no `rawTxs`, or more than 25',
  },
  'core.rejected': { status: 400, text: '{"code":N}', meaning: 'the error of the node' },
  'core.no-entry': { status: 404, text: '', meaning: 'the transaction is not in the mempool' },
  internal: { status: 500, text: 'Internal server error', meaning: 'unexpected error; see the log' },
} as const satisfies Record<string, ErrorRow>;

/** A code of the catalog. */
export type ErrorCode = keyof typeof errorCatalog;
