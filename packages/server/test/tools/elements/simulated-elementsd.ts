/**
 * Takes the place of elementsd in `scripts/try-elementsd --simulated`: the simulated Elements node behind elementsd's
 * options `-rpcport`, `-rpcuser` and `-rpcpassword`, with the wallet calls that the comparison makes. It answers with
 * blocks and transactions as bytes only. SIGTERM stops it.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createDevnode } from '@glassblock/devnode';
import { concatBytes, displayHash, fromHex, hash160 } from '@glassblock/primitives';
import { confidentialAddress, elementsNetworks, parseElementsAddress } from '@glassblock/primitives/elements';

const options = new Map(process.argv.slice(2).map((one) => one.replace(/^-/, '').split('=', 2) as [string, string]));
const network = elementsNetworks.liquiddemo;

// long enough for dynamic federations and a change of the federation
const node = await createDevnode({
  ...{ profile: 'core31', seed: 1, live: false, blocks: 1_000, mempoolSize: 4, elements: {} },
});
const { rpcUrl, chain, wallet, commands } = node.elements!;

/** Any valid public key: outputs to these addresses are never unblinded. */
const blindingKey = fromHex('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
let addresses = 0;

function newAddress(kind = 'bech32'): string {
  const hash = hash160(Uint8Array.of(++addresses));
  const scripts: Record<string, Uint8Array> = {
    bech32: concatBytes(fromHex('0014'), hash),
    'p2sh-segwit': concatBytes(fromHex('a914'), hash, fromHex('87')),
    legacy: concatBytes(fromHex('76a914'), hash, fromHex('88ac')),
  };
  const address = confidentialAddress(scripts[kind] ?? scripts['bech32']!, blindingKey, network);
  if (address === undefined) throw new Error(`no address of the kind ${kind}`);
  return address;
}

function accepted(raw: Uint8Array | undefined): string {
  if (raw === undefined) throw new Error('Insufficient funds');
  return chain.accept(raw);
}

const sats = (amount: unknown) => BigInt(Math.round(Number(amount) * 1e8));

/** Calls of a wallet; amounts and addresses of payments are those of the simulated wallet. */
const calls: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  createwallet: () => ({ name: 'try' }),
  rescanblockchain: () => ({ start_height: 0, stop_height: chain.height }),
  getnewaddress: ([, kind]) => newAddress(kind === undefined ? undefined : String(kind)),
  getaddressinfo: ([address]) => ({ unconfidential: parseElementsAddress(String(address), network).unconfidential }),
  generatetoaddress: ([count]) => commands.mine(Number(count)),
  sendtoaddress: () => accepted(wallet.pay()),
  issueasset([amount]) {
    const txid = accepted(wallet.issue(sats(amount)));
    return { txid, asset: displayHash(wallet.issued.at(-1)!.assetId) };
  },
  reissueasset: ([, amount]) => ({ txid: accepted(wallet.reissue(sats(amount))) }),
  destroyamount: ([asset]) =>
    accepted(wallet.burn(wallet.issued.find(({ assetId }) => displayHash(assetId) === asset)!.assetId)),
  invalidateblock([hash]) {
    commands.disconnect(chain.height - chain.block(String(hash))!.height + 1);
    return null;
  },
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Answers a call of the wallet; undefined for other requests. */
function answerOf(body: string): { status: number; text: string } | undefined {
  const {
    id,
    method,
    params = [],
  } = (body === '' ? {} : JSON.parse(body)) as {
    id?: unknown;
    method?: string;
    params?: unknown[];
  };
  const call = method !== undefined && Object.hasOwn(calls, method) ? calls[method] : undefined;
  if (call === undefined) return undefined;
  try {
    return { status: 200, text: JSON.stringify({ result: call(params), error: null, id }) };
  } catch (error) {
    return { status: 500, text: JSON.stringify({ result: null, error: { code: -4, message: String(error) }, id }) };
  }
}

const { origin, username, password } = new URL(rpcUrl);
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const wanted = `Basic ${Buffer.from(`${options.get('rpcuser')}:${options.get('rpcpassword')}`).toString('base64')}`;

const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request;
  const body = await bodyOf(request);
  if (method === 'POST' && headers.authorization !== wanted) return void response.writeHead(401).end();
  const own = answerOf(body);
  if (own !== undefined) {
    response.writeHead(own.status, { 'content-type': 'application/json' });
    return void response.end(own.text);
  }
  const answer = await fetch(origin + url, { method, headers: { authorization }, ...(body === '' ? {} : { body }) });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
  return void response.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(Number(options.get('rpcport')), '127.0.0.1');
await once(process, 'SIGTERM');
server.closeAllConnections();
server.close();
await node.stop();
