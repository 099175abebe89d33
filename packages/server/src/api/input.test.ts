import { type Endpoint, type EndpointId, endpoints, type Field } from '@glassblock/contract';
import { isCoded } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { readQuery } from '../http/query-text.ts';
import { inputParser } from './input.ts';

const lower = 'ab'.repeat(32);
const upper = lower.toUpperCase();

/** What an endpoint makes of a path or a query: its values, or the code of its error. */
function parse(id: EndpointId, params: Record<string, string>, search = ''): unknown {
  try {
    const { params: path, query } = inputParser(endpoints[id])({ params, ...readQuery(search), body: '' });
    return { ...path, ...query };
  } catch (error) {
    if (isCoded(error)) return error.datum === undefined ? error.code : [error.code, error.datum];
    throw error;
  }
}

describe('path parameters', () => {
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
    ['the greatest output index', 'txOutspend', { txid: lower, vout: '4294967295' }, { txid: lower, vout: 4294967295 }],
    ['a greater one', 'txOutspend', { txid: lower, vout: '4294967296' }, ['param.number', '4294967296']],
    ['a number below the minimum', 'miningRewardStats', { blockCount: '0' }, ['v1.reward-stats', '0']],
    ['a malformed height of a lenient route', 'blocksFrom', { height: 'x' }, {}],
    ['a malformed position, which is 0', 'blockTxsFrom', { hash: lower, start: 'x' }, { hash: lower, start: 0 }],
    ['a script hash', 'scripthash', { id: upper }, { id: lower }],
    ['a script hash that is no hex', 'scripthash', { id: 'zz' }, ['param.hex', 'zz']],
    ['a script hash of half bytes', 'scripthash', { id: 'abc' }, ['param.hex', 'abc']],
    ['a script hash of another length', 'scripthash', { id: 'abcd' }, ['param.scripthash', 'abcd']],
    ['any text where the network decides', 'address', { id: 'a!' }, { id: 'a!' }],
    ['the form of an address of the v1 server', 'v1AddressUtxo', { id: 'a!' }, ['v1.address', 'a!']],
    ['a word', 'v1Statistics', { window: '2h' }, { window: '2h' }],
    ['another word', 'v1Statistics', { window: '2H' }, ['v1.statistics', '2H']],
    [
      'a word that is a member of every object',
      'v1Statistics',
      { window: 'constructor' },
      ['v1.statistics', 'constructor'],
    ],
    ['an interval', 'miningHashrate', { interval: '1w' }, { interval: '1w' }],
    ['another interval, which is absent', 'miningHashrate', { interval: 'all' }, {}],
    ['another interval, which is a month', 'accelerationsRecent', { interval: 'all' }, { interval: '1m' }],
    ['a malformed cursor, which is ignored', 'mempoolTxidsPageFrom', { last: 'zz' }, { max_txs: 10_000 }],
    ['a cursor', 'mempoolTxidsPageFrom', { last: upper }, { last: lower, max_txs: 10_000 }],
  ])('%s', (_, id, params, wanted) => {
    expect(parse(id, params)).toEqual(wanted);
  });
});

describe('queries', () => {
  const script = { id: lower };
  it.each<[string, EndpointId, Record<string, string>, string, unknown]>([
    ['the usual number of rows', 'scripthashTxsChain', script, '', { ...script, max_txs: 25 }],
    ['rows wanted', 'scripthashTxsChain', script, 'max_txs=7', { ...script, max_txs: 7 }],
    ['more rows than allowed', 'scripthashTxsChain', script, 'max_txs=1000', { ...script, max_txs: 50 }],
    ['a malformed number of rows', 'scripthashTxsChain', script, 'max_txs=-1', { ...script, max_txs: 25 }],
    ['no number of rows', 'scripthashTxsChain', script, 'max_txs=', { ...script, max_txs: 25 }],
    ['rows as Esplora reads them', 'scripthashTxsChain', script, 'max_txs=0x10', { ...script, max_txs: 16 }],
    [
      'an outpoint',
      'scripthashUtxo',
      script,
      `after=${upper}:7`,
      { id: lower, limit: 5_000, after: { txid: lower, vout: 7 } },
    ],
    ['a malformed outpoint', 'scripthashUtxo', script, `after=${upper}:4294967296`, { id: lower, limit: 5_000 }],
    ['a name that is not declared', 'block', { hash: lower }, 'x=1', { hash: lower }],
    ['of a name given twice the last one', 'coreBlockHash', {}, 'height=1&height=2', { height: 2 }],
    ['a missing number', 'coreBlockHash', {}, '', 'core.height'],
    ['a number with a default', 'coreBlock', {}, `hash=${lower}`, { hash: lower, verbosity: 1 }],
    ['a number out of its bounds', 'coreBlock', {}, `hash=${lower}&verbosity=4`, ['core.verbosity', '4']],
    ['a flag that is missing', 'coreRawTx', {}, `txid=${lower}`, { txid: lower, verbose: false }],
    ['a flag', 'coreRawTx', {}, `txid=${lower}&verbose=1`, { txid: lower, verbose: true }],
    ['a malformed flag', 'coreRawTx', {}, `txid=${lower}&verbose=`, ['core.verbose', '']],
    ['an optional number that is missing', 'miningHealthBetween', {}, '', {}],
    ['an optional number that is malformed', 'miningHealthBetween', {}, 'from=x', ['v1.block-health', 'x']],
    ['a required number that is missing', 'miningFeesBetween', {}, 'from=1', 'v1.block-fees'],
    ['an amount', 'txsTest', {}, 'maxfeerate=0.5', { maxfeerate: 0.5 }],
    ['a blank amount', 'txsTest', {}, 'maxfeerate=%20', ['txs.max-fee-rate', ' ']],
    ['a negative amount', 'txsTest', {}, 'maxfeerate=-1', ['txs.max-fee-rate', '-1']],
    ['the number that an error names', 'v1TxsTest', {}, 'maxfeerate=x', ['v1.test', -3]],
    ['a day', 'dayBlocks', {}, 'day=2024-02-29', { day: 1_709_164_800 }],
    ['a day that no month has', 'dayBlocks', {}, 'day=2023-02-29', ['blocks.day', '2023-02-29']],
    ['a missing day', 'dayBlocks', {}, '', 'blocks.day'],
    ['a list', 'txsOutspends', {}, `txids=${lower},zz`, { txids: [lower, 'zz'] }],
    ['a list that is missing', 'txsOutspends', {}, '', 'txids.none'],
    ['a list that is empty', 'txsOutspends', {}, 'txids=', 'txids.none'],
    ['a list that is too long', 'txsOutspends', {}, `txids=${','.repeat(50)}`, ['txids.too-many', 51]],
    ['a list with a malformed item', 'v1TxsOutspends', {}, `txids=${upper},zz`, ['v1.txids', 'zz']],
    ['a repeated name', 'v1TransactionTimes', {}, `txId[]=${upper}&txId[]=zz`, { 'txId[]': [lower] }],
    ['a repeated name with places', 'v1TransactionTimes', {}, `txId[0]=${upper}`, { 'txId[]': [lower] }],
    [
      'a name that is repeated without brackets',
      'v1TransactionTimes',
      {},
      `txId=a&txId=${lower}`,
      { 'txId[]': [lower] },
    ],
    ['a name that is not repeated', 'v1TransactionTimes', {}, `txId=${lower}`, 'v1.tx-times'],
    ['a text that is empty', 'broadcast', {}, 'tx=', { tx: '' }],
    ['a text that is missing', 'broadcast', {}, '', 'broadcast.missing'],
    ['a default of a word', 'accelerationsTotal', {}, '', { interval: 'all' }],
    ['another word than the declared ones', 'accelerationsTotal', {}, 'interval=x', {}],
    ['the word for CSV', 'miningFees', { interval: '1w' }, 'format=csv', { interval: '1w', format: 'csv' }],
    ['another form than CSV', 'miningFees', { interval: '1w' }, 'format=CSV', { interval: '1w' }],
    // these go into the URL of another server
    ['what would change a relayed URL', 'serviceAccelerationStats', {}, 'poolUniqueId=1%26a=1&blockHeight=../x', {}],
    ['a status with other letters', 'serviceAccelerationHistory', {}, 'status=a%26b&page=2', { page: 2 }],
    ['names of object members', 'serviceAccelerationHistory', {}, '__proto__=1&constructor=2', {}],
  ])('%s', (_, id, params, search, wanted) => {
    expect(parse(id, params, search)).toEqual(wanted);
  });
});

const fieldsOf = ({ params, query }: Endpoint): [string, Field][] =>
  Object.entries({ ...params.properties, ...query.properties } as Record<string, Field>);

describe('every endpoint', () => {
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

  it.each(Object.entries<Endpoint>(endpoints))('%s takes the examples of its fields', (_, endpoint) => {
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
