import { describe, expect, test } from 'vitest';
import {
  crateBytes,
  encodeElementsHeader,
  encodeElementsTransaction,
  type NodeParams,
  recordedBlocks,
  recordedChain,
} from '../../../test/support/elements.ts';
import { blockMerkleRoot, concatBytes, displayHash, fromHex, isCoded, toHex } from '../../index.ts';
import {
  type DynafedParams,
  dynafedRoot,
  elementsNetworks,
  extraRootOf,
  readElementsBlock,
  readElementsHeader,
} from '../index.ts';

const blocks = recordedBlocks();

function expectParams(params: DynafedParams, theirs: NodeParams): void {
  expect(params.type).toBe(theirs.type);
  if (params.type === 'null') return;
  expect(displayHash(dynafedRoot(params))).toBe(theirs.root);
  expect([toHex(params.signBlockScript), params.maxBlockWitness]).toEqual([
    theirs.signblockscript,
    theirs.max_block_witness,
  ]);
  if (theirs.extra_root !== undefined) expect(displayHash(extraRootOf(params)!)).toBe(theirs.extra_root);
  if (params.type === 'compact') return;
  expect([toHex(params.fedpegProgram), toHex(params.fedpegScript), params.extensionSpace.map(toHex)]).toEqual([
    theirs.fedpeg_program,
    theirs.fedpegscript,
    theirs.extension_space,
  ]);
}

describe('blocks of an Elements node', () => {
  test.each(blocks)('$name has the hash, sizes and header that the node prints', ({ bytes, answer }) => {
    const block = readElementsBlock(bytes);
    const { header } = block;
    expect(displayHash(block.hash)).toBe(answer.hash);
    expect([block.size, block.strippedSize, block.weight]).toEqual([answer.size, answer.strippedsize, answer.weight]);
    expect([header.version, header.time, header.height]).toEqual([answer.version, answer.time, answer.height]);
    expect(displayHash(header.merkleRoot)).toBe(answer.merkleroot);
    expect(displayHash(blockMerkleRoot(block))).toBe(answer.merkleroot);
    expect(displayHash(header.prevHash)).toBe(answer.previousblockhash ?? '00'.repeat(32));
    expect(block.txs.map(({ txid }) => displayHash(txid))).toEqual(answer.tx.map(({ txid }) => txid));
    const { proof } = header;
    if (proof.type === 'signed') {
      expect([toHex(proof.challenge), toHex(proof.solution)]).toEqual([
        answer.signblock_challenge,
        answer.signblock_witness_hex,
      ]);
      return;
    }
    expect(proof.signBlockWitness.map(toHex)).toEqual(answer.signblock_witness_hex);
    expectParams(proof.current, answer.dynamic_parameters!.current);
    expectParams(proof.proposed, answer.dynamic_parameters!.proposed);
  });

  test.each(blocks)('$name is the same bytes when written again', ({ bytes }) => {
    const { header, txs } = readElementsBlock(bytes);
    const head = encodeElementsHeader(header);
    expect(toHex(head)).toBe(toHex(header.bytes));
    const body = concatBytes(Uint8Array.of(txs.length), ...txs.map(encodeElementsTransaction));
    expect(toHex(concatBytes(head, body))).toBe(toHex(bytes));
  });

  test('of the whole chain follow one another and are the same bytes when written again', () => {
    let previous = new Uint8Array(32);
    recordedChain().forEach((bytes, height) => {
      const { header, txs, txCount } = readElementsBlock(bytes);
      expect([header.height, toHex(header.prevHash)]).toEqual([height, toHex(previous)]);
      const body = concatBytes(Uint8Array.of(txCount), ...txs.map(encodeElementsTransaction));
      expect(toHex(concatBytes(encodeElementsHeader(header), body))).toBe(toHex(bytes));
      previous = Uint8Array.from(header.hash);
    });
  });

  test('have signed and dynafed headers, with null, compact and full parameters', () => {
    const proofs = blocks.map(({ bytes }) => readElementsHeader(bytes).proof);
    const types = proofs.map((proof) =>
      proof.type === 'signed' ? 'signed' : `${proof.current.type} ${proof.proposed.type}`,
    );
    expect(new Set(types)).toEqual(new Set(['signed', 'full null', 'compact null', 'compact full']));
  });

  test('the genesis hashes of the network rows are those of the genesis blocks', () => {
    const hashOf = (name: string) =>
      displayHash(readElementsHeader(blocks.find((block) => block.name === name)!.bytes).hash);
    const { liquid, liquidtestnet, liquidregtest } = elementsNetworks;
    expect([hashOf('liquidv1-h0000'), hashOf('liquidtestnet-h0000'), hashOf('h0000')]).toEqual([
      liquid.genesisHash,
      liquidtestnet.genesisHash,
      liquidregtest.genesisHash,
    ]);
  });
});

describe('a block of the elements crate', () => {
  test('is read whole, and its transactions give the merkle root', () => {
    const bytes = crateBytes('failedblock');
    const block = readElementsBlock(bytes);
    expect([block.header.height, block.header.proof.type, block.size]).toEqual([348_521, 'dynafed', bytes.length]);
    expect(toHex(blockMerkleRoot(block))).toBe(toHex(block.header.merkleRoot));
    expect(toHex(encodeElementsHeader(block.header))).toBe(toHex(block.header.bytes));
    for (const tx of block.txs) expect(toHex(encodeElementsTransaction(tx))).toBe(toHex(tx.raw));
  });
});

// Version, 32 zero bytes twice, time, height.
const head = (version: string): string => `${version}${'00'.repeat(64)}0100000002000000`;

describe('readElementsHeader', () => {
  test('reads literal bytes with a signed proof', () => {
    const header = readElementsHeader(fromHex(`${head('01000000')}0151020102`));
    expect([header.version, header.time, header.height]).toEqual([1, 1, 2]);
    expect(header.proof).toEqual({ type: 'signed', challenge: fromHex('51'), solution: fromHex('0102') });
  });

  test('reads literal bytes with dynafed parameters', () => {
    const full = `02${'0151'}${'05000000'}${'0152'}${'020304'}${'02'}${'01aa'}${'00'}`;
    const header = readElementsHeader(fromHex(`${head('000000a0')}${full}00${'01'}${'01bb'}`));
    expect(header.version).toBe(0x20000000);
    if (header.proof.type !== 'dynafed') throw new Error('not dynafed');
    const { current, proposed, signBlockWitness } = header.proof;
    if (current.type !== 'full') throw new Error('not full');
    expect([toHex(current.signBlockScript), current.maxBlockWitness]).toEqual(['51', 5]);
    expect([toHex(current.fedpegProgram), toHex(current.fedpegScript)]).toEqual(['52', '0304']);
    expect([current.extensionSpace.map(toHex), proposed, signBlockWitness.map(toHex)]).toEqual([
      ['aa', ''],
      { type: 'null' },
      ['bb'],
    ]);
  });

  test('null parameters have a root of zeros and no extra root', () => {
    expect(dynafedRoot({ type: 'null' })).toEqual(new Uint8Array(32));
    expect(extraRootOf({ type: 'null' })).toBeUndefined();
  });

  test.each([
    ['unknown parameters', `${head('000000a0')}03`, 'primitives.unknown-params'],
    ['a truncated script', `${head('01000000')}05`, 'primitives.truncated'],
    ['a truncated root', `${head('000000a0')}01015105000000aa`, 'primitives.truncated'],
    ['an extension list that cannot fit', `${head('000000a0')}0200000000000000fe00000001`, 'primitives.truncated'],
  ])('%s is an error', (_, hex, code) => {
    let found = 'no error';
    try {
      readElementsHeader(fromHex(hex));
    } catch (error) {
      found = isCoded(error) ? error.code : 'another error';
    }
    expect(found).toBe(code);
  });
});

describe('readElementsBlock', () => {
  const { bytes } = blocks.find(({ name }) => name === 'h0003')!;
  const { header } = readElementsBlock(bytes);

  test.each([
    ['no transactions', concatBytes(header.bytes, Uint8Array.of(0)), 'primitives.no-transactions'],
    ['a count that cannot fit', concatBytes(header.bytes, fromHex('fe00000001')), 'primitives.truncated'],
    ['bytes after the end', concatBytes(bytes, Uint8Array.of(0)), 'primitives.trailing-bytes'],
    ['the last byte missing', bytes.subarray(0, -1), 'primitives.truncated'],
  ])('%s is an error', (_, changed, code) => {
    expect(() => readElementsBlock(changed)).toThrow(expect.objectContaining({ code }));
  });
});
