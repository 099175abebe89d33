import { hashFromDisplay, networks, toHex } from '@glassblock/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlockSource, estimateSync, fieldsOf, openBlockFiles, probeNode, reportLines } from '../index.ts';
import { type RealNode, startRealNode } from '../testing/real-node.ts';

// The private key 1 in WIF of test networks, for a compressed and an uncompressed public key.
const compressedKey = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const uncompressedKey = '91avARGdfge8E4tZfYLoxeJ5sGBdNJQH4kvjJoQFacbgwmaKkrx';
/** Outputs without an address: bare public keys, and bare and wrapped multisig. */
const descriptors = [
  `pk(${compressedKey})`,
  `pk(${uncompressedKey})`,
  `multi(1,${compressedKey})`,
  `multi(1,${uncompressedKey})`,
  `wsh(multi(1,${compressedKey}))`,
];

describe.each([
  ['with its files as it writes them by default', []],
  ['with files that are not XORed', ['-blocksxor=0']],
])('a real node %s', (_what, flags: string[]) => {
  let node: RealNode;
  beforeAll(async () => {
    node = await startRealNode({ flags });
    for (const descriptor of descriptors) {
      const { checksum } = fieldsOf(await node.client.rpc('getdescriptorinfo', descriptor), 'getdescriptorinfo');
      const desc = `${descriptor}#${String(checksum)}`;
      const imported = await node.client.rpc('importdescriptors', [{ desc, timestamp: 'now' }]);
      expect(imported).toMatchObject([{ success: true }]);
      await node.client.rpc('generatetodescriptor', 1, desc);
    }
    await node.mine(105);
    for (const type of ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const) {
      await node.pay(await node.newAddress(type), 0.123_456_78);
    }
    await node.mine(1);
    await node.client.rpc('send', [{ data: 'cafe' }], null, 'unset', 2);
    await node.client.rpc('sendall', [await node.newAddress('bech32m')], null, 'unset', 2);
    const [left] = await node.mine(1);
    // the block that spends everything is disconnected; another one at its height includes the same transactions
    await node.client.rpc('invalidateblock', left);
    await node.mine(2);
    await node.pay(await node.newAddress(), 1);
    await node.mine(3);
  });
  afterAll(() => node?.stop());

  it('reads every block and its spent outputs as REST returns them, and falls back to the node for two blocks at one height', async () => {
    const place = { blocksDir: node.directory, network: networks.regtest };
    const files = await openBlockFiles(place);
    await files.walked();
    const rest = createBlockSource(node.client, true);
    const source = createBlockSource(node.client, false, place);
    const tip = Number(await node.client.rpc('getblockcount'));
    const missed: number[] = [];
    let spends = 0;
    for (let height = 0; height <= tip; height++) {
      const hash = hashFromDisplay(String(await node.client.rpc('getblockhash', height)));
      const wanted = await rest.blockWithSpent(hash);
      const found = await files.blockWithSpent(hash);
      if (found === undefined) missed.push(height);
      else {
        expect(toHex(found.block)).toBe(toHex(wanted.block));
        expect(toHex(found.spent), `block ${height}`).toBe(toHex(wanted.spent));
      }
      spends += wanted.spent.length > 2 ? 1 : 0;
      const either = await source.blockWithSpent(hash);
      expect(toHex(either.spent)).toBe(toHex(wanted.spent));
    }
    expect(missed).toEqual([112]);
    expect(files.count).toBe(tip + 2);
    expect(spends).toBeGreaterThanOrEqual(3);
    expect(source.way).toBe('files');
  });

  it('covers every script type with a compressed form', async () => {
    const spent = await Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        const id = String(await node.client.rpc('getblockhash', 111 + i));
        return fieldsOf(await node.client.rpc('getblock', id, 3), 'getblock')['tx'] as Record<string, unknown>[];
      }),
    );
    const kinds = new Set<unknown>();
    for (const tx of spent.flat()) {
      for (const input of tx['vin'] as Record<string, unknown>[]) {
        if (input['prevout'] === undefined) continue;
        const script = fieldsOf(fieldsOf(input['prevout'], 'prevout')['scriptPubKey'], 'scriptPubKey');
        kinds.add(script['type'] === 'pubkey' ? `pubkey ${String(script['hex']).length}` : script['type']);
      }
    }
    for (const kind of [
      'pubkey 70',
      'pubkey 134',
      'pubkeyhash',
      'scripthash',
      'multisig',
      'witness_v0_keyhash',
      'witness_v0_scripthash',
      'witness_v1_taproot',
    ]) {
      expect(kinds).toContain(kind);
    }
  });

  it('reports the speed of the block files, or why they cannot be read', async () => {
    const facts = await probeNode(node.client);
    const now = () => performance.now();
    const report = async (blocksDir: string) => {
      const ways = await estimateSync(node.client, facts, now, { blocksDir, network: networks.regtest });
      return reportLines(facts, [], ways).join('\n');
    };
    expect(await report(node.directory)).toMatch(/block files: [\d.]+ MB\/s now, about \d+ s for the whole chain/);
    expect(await report('/nonexistent')).toMatch(/block files: not available \(blocksDir: there are no block files/);
    const unnamed = reportLines(facts, [], await estimateSync(node.client, facts, now)).join('\n');
    expect(unnamed).toMatch(/block files: not available \(--blocks-dir: the node's data directory/);
  });

  it('continues after a restart of the node', async () => {
    const files = await openBlockFiles({ blocksDir: node.directory, network: networks.regtest });
    await files.walked();
    await node.restart();
    await node.pay(await node.newAddress(), 0.5);
    const [id] = await node.mine(1);
    const hash = hashFromDisplay(id!);
    expect(await files.blockWithSpent(hash)).toBeUndefined();
    await files.walked();
    const wanted = await createBlockSource(node.client, true).blockWithSpent(hash);
    expect(toHex((await files.blockWithSpent(hash))!.spent)).toBe(toHex(wanted.spent));
  });
});
