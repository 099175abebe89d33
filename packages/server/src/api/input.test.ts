import { type Endpoint, type EndpointId, endpoints, type Field } from '@glassblock/contract';
import { isCoded } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { readQuery } from '../http/requests/query-text.ts';
import { inputParser } from './input.ts';

const lower = 'ab'.repeat(32);
const upper = lower.toUpperCase();

/** Returns the parsed values of a path or query, or the code and datum of the error. */
function parse(id: EndpointId, params: Record<string, string>, search = ''): unknown {
  try {
    const { params: path, query } = inputParser(endpoints[id])({ params, ...readQuery(search), body: '' });
    return { ...path, ...query };
  } catch (error) {
    if (isCoded(error)) return error.datum === undefined ? error.code : [error.code, error.datum];
    throw error;
  }
}

describe('inputParser, path', () => {
  it.each<[string, EndpointId, Record<string, string>, unknown]>([
    ['a hash', 'block', { hash: lower }, { hash: lower }],
    ['a hash in capitals', 'block', { hash: upper }, { hash: lower }],
    ['a short hash', 'block', { hash: 'ab' }, ['param.hex', 'ab']],
    ['a hash with a line behind', 'block', { hash: `${lower}\n` }, ['param.hex', `${lower}\n`]],
    ['the error of the v1 route', 'v1Block', { hash: 'zz' }, ['v1.block-hash', 'zz']],
    ['the first malformed one of two', 'v1TxAudit', { hash: 'x', txid: 'y' }, ['v1.block-hash', 'x']],
    ['a height', 'blockHeight', { height: '170' }, { height: 170 }],
    ['leading zeros', 'blockHeight', { height: '0000000170' }, { height: 170 }],
    ['too many digits', 'blockHeight', { height: '00000000170' }, ['param.number', '00000000170']],
    ['a negative height', 'blockHeight', { height: '-1' }, ['param.number', '-1']],
    ['a fraction', 'blockHeight', { height: '1.5' }, ['param.number', '1.5']],
    ['an exponent', 'blockHeight', { height: '1e2' }, ['param.number', '1e2']],
    ['the maximum output index', 'txOutspend', { txid: lower, vout: '4294967295' }, { txid: lower, vout: 4294967295 }],
    [
      'an output index above the maximum',
      'txOutspend',
      { txid: lower, vout: '4294967296' },
      ['param.number', '4294967296'],
    ],
    ['a number below the minimum', 'miningRewardStats', { blockCount: '0' }, ['v1.reward-stats', '0']],
    ['a malformed height of a lenient route', 'blocksFrom', { height: 'x' }, {}],
    [
      'a malformed start index, which counts as 0',
      'blockTxsFrom',
      { hash: lower, start: 'x' },
      { hash: lower, start: 0 },
    ],
    ['a script hash', 'scripthash', { id: upper }, { id: lower }],
    ['a script hash that is not hex', 'scripthash', { id: 'zz' }, ['param.hex', 'zz']],
    ['a script hash with an odd number of digits', 'scripthash', { id: 'abc' }, ['param.hex', 'abc']],
    ['a script hash of the wrong length', 'scripthash', { id: 'abcd' }, ['param.scripthash', 'abcd']],
    ['any text as an address, which the handler validates', 'address', { id: 'a!' }, { id: 'a!' }],
    ['an address without the format of `/api/v1`', 'v1AddressUtxo', { id: 'a!' }, ['v1.address', 'a!']],
    ['a declared word', 'v1Statistics', { window: '2h' }, { window: '2h' }],
    ['an undeclared word', 'v1Statistics', { window: '2H' }, ['v1.statistics', '2H']],
    [
      'a word that is a property of every object',
      'v1Statistics',
      { window: 'constructor' },
      ['v1.statistics', 'constructor'],
    ],
    ['an interval', 'miningHashrate', { interval: '1w' }, { interval: '1w' }],
    ['an undeclared interval, which counts as absent', 'miningHashrate', { interval: 'all' }, {}],
    ['an undeclared interval, which counts as a month', 'accelerationsRecent', { interval: 'all' }, { interval: '1m' }],
    ['a malformed cursor, which is ignored', 'mempoolTxidsPageFrom', { last: 'zz' }, { max_txs: 10_000 }],
    ['a cursor', 'mempoolTxidsPageFrom', { last: upper }, { last: lower, max_txs: 10_000 }],
  ])('%s', (_, id, params, wanted) => {
    expect(parse(id, params)).toEqual(wanted);
  });
});

describe('inputParser, query', () => {
  const script = { id: lower };
  it.each<[string, EndpointId, Record<string, string>, string, unknown]>([
    ['the default row limit', 'scripthashTxsChain', script, '', { ...script, max_txs: 25 }],
    ['a row limit', 'scripthashTxsChain', script, 'max_txs=7', { ...script, max_txs: 7 }],
    ['a row limit above the maximum', 'scripthashTxsChain', script, 'max_txs=1000', { ...script, max_txs: 50 }],
    ['a malformed row limit', 'scripthashTxsChain', script, 'max_txs=-1', { ...script, max_txs: 25 }],
    ['an empty row limit', 'scripthashTxsChain', script, 'max_txs=', { ...script, max_txs: 25 }],
    [
      'a hexadecimal row limit, as in Esplora',
      'scripthashTxsChain',
      script,
      'max_txs=0x10',
      { ...script, max_txs: 16 },
    ],
    [
      'an outpoint',
      'scripthashUtxo',
      script,
      `after=${upper}:7`,
      { id: lower, limit: 5_000, after: { txid: lower, vout: 7 } },
    ],
    ['a malformed outpoint', 'scripthashUtxo', script, `after=${upper}:4294967296`, { id: lower, limit: 5_000 }],
    ['an undeclared name', 'block', { hash: lower }, 'x=1', { hash: lower }],
    ['a repeated name, of which the last one counts', 'coreBlockHash', {}, 'height=1&height=2', { height: 2 }],
    ['a missing number', 'coreBlockHash', {}, '', 'core.height'],
    ['a number with a default', 'coreBlock', {}, `hash=${lower}`, { hash: lower, verbosity: 1 }],
    ['a number out of bounds', 'coreBlock', {}, `hash=${lower}&verbosity=4`, ['core.verbosity', '4']],
    ['a missing flag', 'coreRawTx', {}, `txid=${lower}`, { txid: lower, verbose: false }],
    ['a flag', 'coreRawTx', {}, `txid=${lower}&verbose=1`, { txid: lower, verbose: true }],
    ['a malformed flag', 'coreRawTx', {}, `txid=${lower}&verbose=`, ['core.verbose', '']],
    ['a missing optional number', 'miningHealthBetween', {}, '', {}],
    ['a malformed optional number', 'miningHealthBetween', {}, 'from=x', ['v1.block-health', 'x']],
    ['a missing required number', 'coreBlockHash', {}, '', 'core.height'],
    ['an amount', 'txsTest', {}, 'maxfeerate=0.5', { maxfeerate: 0.5 }],
    ['a blank amount', 'txsTest', {}, 'maxfeerate=%20', ['txs.max-fee-rate', ' ']],
    ['a negative amount', 'txsTest', {}, 'maxfeerate=-1', ['txs.max-fee-rate', '-1']],
    ['the number of an error text', 'v1TxsTest', {}, 'maxfeerate=x', ['v1.test', -3]],
    ['a day', 'dayBlocks', {}, 'day=2024-02-29', { day: 1_709_164_800 }],
    ['a day that does not exist', 'dayBlocks', {}, 'day=2023-02-29', ['blocks.day', '2023-02-29']],
    ['a missing day', 'dayBlocks', {}, '', 'blocks.day'],
    ['a list', 'txsOutspends', {}, `txids=${lower},zz`, { txids: [lower, 'zz'] }],
    ['a missing list', 'txsOutspends', {}, '', 'txids.none'],
    ['an empty list', 'txsOutspends', {}, 'txids=', 'txids.none'],
    ['a list that is too long', 'txsOutspends', {}, `txids=${','.repeat(50)}`, ['txids.too-many', 51]],
    ['a list with a malformed item', 'v1TxsOutspends', {}, `txids=${upper},zz`, ['v1.txids', 'zz']],
    ['a repeated name with brackets', 'v1TransactionTimes', {}, `txId[]=${upper}&txId[]=zz`, { 'txId[]': [lower] }],
    ['a name with indexes', 'v1TransactionTimes', {}, `txId[0]=${upper}`, { 'txId[]': [lower] }],
    ['a repeated name without brackets', 'v1TransactionTimes', {}, `txId=a&txId=${lower}`, { 'txId[]': [lower] }],
    ['a single value for a repeated name', 'v1TransactionTimes', {}, `txId=${lower}`, 'v1.tx-times'],
    ['an empty text', 'broadcast', {}, 'tx=', { tx: '' }],
    ['a missing text', 'broadcast', {}, '', 'broadcast.missing'],
    ['a missing word with a default', 'accelerationsTotal', {}, '', { interval: 'all' }],
    ['an undeclared optional word', 'accelerationsTotal', {}, 'interval=x', {}],
    ['the CSV format', 'miningFees', { interval: '1w' }, 'format=csv', { interval: '1w', format: 'csv' }],
    ['an unknown format', 'miningFees', { interval: '1w' }, 'format=CSV', { interval: '1w' }],
    // These are relayed in the URL of another server.
    [
      'a number that would change a relayed URL',
      'serviceAccelerationStats',
      {},
      'poolUniqueId=1%26a=1&blockHeight=../x',
      {},
    ],
    ['a status that would change a relayed URL', 'serviceAccelerationHistory', {}, 'status=a%26b&page=2', { page: 2 }],
    ['names of object properties', 'serviceAccelerationHistory', {}, '__proto__=1&constructor=2', {}],
  ])('%s', (_, id, params, search, wanted) => {
    expect(parse(id, params, search)).toEqual(wanted);
  });
});

const fieldsOf = ({ params, query }: Endpoint): [string, Field][] =>
  Object.entries({ ...params.properties, ...query.properties } as Record<string, Field>);

describe('contract endpoints', () => {
  it.each(Object.entries<Endpoint>(endpoints))(
    '%s declares the parameters of its path and their errors',
    (_, endpoint) => {
      const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys(endpoint.params.properties).toSorted()).toEqual(named.toSorted());
      for (const [name, field] of fieldsOf(endpoint)) {
        const { error, missing, wrongLength, tooMany } = field.rule;
        const item = (field as { items?: Field }).items?.rule.error;
        for (const code of [error, missing, wrongLength, tooMany, item]) {
          if (code !== undefined) expect(endpoint.errors, `${name}: ${code}`).toContain(endpoint.instead[code] ?? code);
        }
      }
    },
  );

  it.each(Object.entries<Endpoint>(endpoints))('%s accepts the examples of its fields', (_, endpoint) => {
    const examples = fieldsOf(endpoint).flatMap(([name, field]) => {
      const { examples: [example] = [] } = field as { examples?: unknown[] };
      return example === undefined ? [] : [[name, String(example)] as const];
    });
    const texts = Object.fromEntries(examples);
    const lists = Object.fromEntries(examples.map(([name, text]) => [name.replace('[]', ''), [text]]));
    if (endpoint.id === 'broadcast') texts['tx'] = '00';
    const { params, query } = inputParser(endpoint)({ params: texts, query: texts, lists, body: '' });
    for (const [name] of examples) expect({ ...params, ...query }, name).toHaveProperty([name]);
  });
});
