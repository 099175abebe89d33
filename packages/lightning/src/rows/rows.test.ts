import { fromHex, toHex } from '@glassblock/primitives';
import { expect, it } from 'vitest';
import {
  type ChannelRow,
  chainMarker,
  channelKey,
  channelOfKey,
  channelRow,
  type NodeRow,
  nodeRow,
  periodKey,
} from './graph-rows.ts';
import { nodeDayRow, type StatisticsRow, statisticsRow } from './statistics-rows.ts';
import { tables } from './tables.ts';

it('lists the id and key widths of every table', () => {
  const rows = Object.values(tables).map(({ id, name, partitionBytes, sortBytes }) => [
    id,
    name,
    partitionBytes,
    sortBytes,
  ]);
  expect(rows).toEqual([
    [1, 'channels', 8, 0],
    [2, 'nodes', 33, 0],
    [3, 'hours', 1, 4],
    [4, 'days', 1, 4],
    [5, 'node-days', 33, 4],
    [6, 'policies', 8, 5],
    [7, 'node-reach', 33, 4],
  ]);
});

const node: [NodeRow, string] = [
  {
    updatedAt: 1,
    firstSeen: 2,
    color: 0xff9900,
    alias: 'é1',
    features: '21',
    sockets: ['a:1', 'b:2'],
    records: [{ type: '1', payload: 'abcd' }],
  },
  [
    '01000000', // updatedAt, u32
    '02000000', // firstSeen, u32
    '0099ff00', // color, u32
    '03c3a931', // alias, UTF-8
    '023231', // features, text
    '0203613a3103623a32', // sockets: count, texts
    '01013104' + '61626364', // records: count, type, payload
  ].join(''),
];

const noPolicy = {
  updatedAt: 0,
  baseFeeMsat: 0,
  feeRatePpm: 0,
  cltvDelta: 0,
  minHtlcMsat: 0,
  maxHtlcMsat: 0,
  isDisabled: 0,
};
const channel: [ChannelRow, string] = [
  {
    firstKey: fromHex('02'.repeat(33)),
    secondKey: fromHex('03'.repeat(33)),
    fundingTxid: fromHex('aa'.repeat(32)),
    capacitySats: 1,
    created: 3,
    firstPolicy: {
      updatedAt: 1,
      baseFeeMsat: 1,
      feeRatePpm: 2,
      cltvDelta: 3,
      minHtlcMsat: 0,
      maxHtlcMsat: 2,
      isDisabled: 1,
    },
    secondPolicy: noPolicy,
    isClosed: 1,
    closure: {
      txid: fromHex('bb'.repeat(32)),
      height: 5,
      time: 6,
      feeSats: 1,
      reason: 'penalty',
      isResolved: true,
      evidenceHeight: 7,
    },
  },
  [
    '02'.repeat(33), // first key
    '03'.repeat(33), // second key
    'aa'.repeat(32), // funding txid
    '000000000000f03f', // capacity, f64
    '03000000', // created, u32
    '01000000000000000000f03f0200000003000000000000000000000000000000004001', // first policy
    '00'.repeat(35), // second policy
    '01', // closed
    'bb'.repeat(32), // closing txid
    '05000000', // height, u32
    '06000000', // time, u32
    '000000000000f03f', // fee, f64
    '03', // reason
    '01', // resolved
    '07000000', // height of the evidence, u32
  ].join(''),
];

const statistics: [StatisticsRow, string] = [
  {
    time: 1,
    nodeCount: 2,
    channelCount: 3,
    totalCapacitySats: 1,
    torNodes: 4,
    clearnetNodes: 5,
    bothNodes: 6,
    unannouncedNodes: 7,
    meanCapacitySats: 1,
    medianCapacitySats: 2,
    meanFeeRatePpm: 1,
    medianFeeRatePpm: 2,
    meanBaseFeeMsat: 1,
    medianBaseFeeMsat: 2,
  },
  [
    '01000000' + '02000000' + '03000000', // time, nodes, channels
    '000000000000f03f', // capacity, f64
    '04000000' + '05000000' + '06000000' + '07000000', // tor, clearnet, both, unannounced
    '000000000000f03f' + '0000000000000040', // mean and median capacity
    '000000000000f03f' + '0000000000000040', // mean and median fee rate
    '000000000000f03f' + '0000000000000040', // mean and median base fee
  ].join(''),
];

it('encodes and decodes each row', () => {
  expect(toHex(nodeRow.encode(node[0]))).toBe(node[1]);
  expect(nodeRow.decode(fromHex(node[1]))).toEqual(node[0]);
  expect(toHex(channelRow.encode(channel[0]))).toBe(channel[1]);
  expect(channelRow.decode(fromHex(channel[1]))).toEqual(channel[0]);
  expect(toHex(statisticsRow.encode(statistics[0]))).toBe(statistics[1]);
  expect(statisticsRow.decode(fromHex(statistics[1]))).toEqual(statistics[0]);
  expect(toHex(nodeDayRow.encode({ capacitySats: 1, channelCount: 2 }))).toBe('000000000000f03f02000000');
});

it('encodes an open channel without a closure', () => {
  const open = { ...channel[0], isClosed: 0, closure: undefined };
  expect(toHex(channelRow.encode(open))).toBe(`${channel[1].slice(0, 2 * 180)}00`);
});

it('encodes keys in the order of ids and times', () => {
  expect(toHex(channelKey(0x083a8400034d0001n))).toBe('083a8400034d0001');
  expect(channelOfKey(fromHex('083a8400034d0001'))).toBe(0x083a8400034d0001n);
  expect(toHex(chainMarker.encode({ height: 258, hash: fromHex('cc'.repeat(32)) }))).toBe(`00000102${'cc'.repeat(32)}`);
  expect(toHex(periodKey.encode({ period: 20_000 }))).toBe('00004e20');
});
