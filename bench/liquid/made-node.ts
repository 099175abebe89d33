/**
 * Serves a generated Liquid chain like an Elements node, in its own process; prints `{origin, bytes, blocks, txs}`.
 *
 *     node bench/liquid/made-node.ts MEGABYTES SEED
 */
import { elementsNetworks } from '@glassblock/primitives/elements';
import { elementsAnswers } from '../../packages/devnode/src/elements/elements-answers.ts';
import { ElementsChain } from '../../packages/devnode/src/elements/elements-chain.ts';
import { federationParams } from '../../packages/devnode/src/elements/federation-scripts.ts';
import { Faults } from '../../packages/devnode/src/faults.ts';
import { createHttpServer } from '../../packages/devnode/src/rpc/http-server.ts';
import { createKeyring } from '../../packages/devnode/src/traffic/keyring.ts';
import { madeBlocks } from './made-blocks.ts';

const [megabytes = '200', seed = '1'] = process.argv.slice(2);
const network = elementsNetworks.liquiddemo;
const params = federationParams(createKeyring(Number(seed)), 740);
const chain = new ElementsChain();
let [bytes, txs] = [0, 0];
for (const block of madeBlocks({ network, params, seed: Number(seed), bytes: 1e6 * Number(megabytes) })) {
  txs += chain.connect(block).block.txs.length;
  bytes += block.length;
}
const http = createHttpServer({
  host: '127.0.0.1',
  user: 'bench',
  password: 'bench',
  answers: elementsAnswers({
    chain,
    network,
    faults: new Faults(),
    federation: () => ({ current: params, valid: [params], first: params }),
    epochLength: 20_160,
    pegInConfirmations: 8,
    zmqAddress: () => '',
    command: async () => undefined,
  }),
});
const port = await http.open(0);
console.log(JSON.stringify({ origin: `http://127.0.0.1:${port}`, bytes, blocks: chain.height + 1, txs }));
