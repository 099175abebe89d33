import { connect, type Socket } from 'node:net';
import { CodedError } from '@glassblock/primitives';
import { type ChannelId, parseShortId } from '../graph/channel-id.ts';
import { type ChannelPolicy, channelBetween, type GossipNode, isPublicKey } from '../graph/gossip.ts';
import { socketOf } from '../graph/sockets.ts';
import {
  aliasOf,
  amountOf,
  colorOf,
  itemsOf,
  objectOf,
  recordsOf,
  socketsOf,
  textOf,
  u16Of,
  u32Of,
  updateTimeOf,
} from './gossip-values.ts';
import { badAnswer, JsonElements } from './json-elements.ts';
import { answerLimits, type GraphReceiver, type LightningSource } from './source.ts';

const idleMs = 60_000;
/** Halves of channels whose other half has not come: ten times the channels of the network. */
const maxWaiting = 500_000;
/** Core Lightning's names of networks. */
const networkNames: Readonly<Record<string, string>> = { bitcoin: 'mainnet' };

type Members = Readonly<Record<string, unknown>>;

/**
 * Creates a source that reads the graph of a Core Lightning node by its Unix socket: `getinfo`, `listnodes` and
 * `listchannels`.
 */
export function createClnSource(socketPath: string): LightningSource {
  return {
    name: `Core Lightning at ${socketPath}`,
    async info(signal) {
      let info: Members | undefined;
      await call(socketPath, 'getinfo', signal, (_, element) => {
        info = element as Members;
      });
      const publicKey = info?.['id'];
      if (!isPublicKey(publicKey)) throw badAnswer('getinfo has no public key');
      const network = textOf(info?.['network']);
      return {
        publicKey,
        alias: aliasOf(info?.['alias']),
        version: aliasOf(info?.['version']),
        network: networkNames[network] ?? network,
      };
    },
    async readGraph(receiver, signal) {
      await call(socketPath, 'listnodes', signal, (_, element) => {
        const node = clnNode(element as Members);
        if (node !== undefined) receiver.node(node);
      });
      const halves = new HalfChannels(receiver);
      await call(socketPath, 'listchannels', signal, (_, element) => halves.add(element as Members));
      halves.finish();
    },
    follow: undefined,
  };
}

function clnNode(node: Members): GossipNode | undefined {
  const publicKey = node['nodeid'];
  if (!isPublicKey(publicKey)) return undefined;
  const lease = objectOf(node['option_will_fund'])['compact_lease'];
  const features = textOf(node['features']);
  return {
    publicKey,
    alias: aliasOf(node['alias']),
    color: colorOf(node['color']),
    updatedAt: u32Of(node['last_timestamp']),
    sockets: socketsOf(itemsOf(node['addresses']).map((each) => textOfAddress(objectOf(each)))),
    features: /^([0-9a-f]{2}){0,1024}$/.test(features) ? features : '',
    // a liquidity ad is record 1 of the announcement
    records: recordsOf(lease === undefined ? {} : { 1: lease }, (hex) =>
      typeof hex === 'string' && /^([0-9a-f]{2})+$/.test(hex) ? hex : undefined,
    ),
  };
}

const textOfAddress = ({ address, port }: Members): string | undefined =>
  typeof address === 'string' ? socketOf(address, u16Of(port))?.text : undefined;

interface Half {
  key: string;
  otherKey: string;
  policy: ChannelPolicy;
}

/** Joins the halves of channels, which `listchannels` reports one by one. */
class HalfChannels {
  private readonly receiver: GraphReceiver;
  private readonly waiting = new Map<ChannelId, Half>();

  constructor(receiver: GraphReceiver) {
    this.receiver = receiver;
  }

  add(half: Members): void {
    // before 24.02 the daemon lists its own unannounced channels too, which are private
    if (half['public'] === false) return;
    const id = parseShortId(textOf(half['short_channel_id']));
    const [key, otherKey] = [half['source'], half['destination']];
    if (id === undefined || !isPublicKey(key) || !isPublicKey(otherKey) || key === otherKey) return;
    const read = { key, otherKey, policy: clnPolicy(half) };
    const other = this.waiting.get(id);
    if (other === undefined) {
      if (this.waiting.size === maxWaiting) throw badAnswer('too many channels with one side');
      this.waiting.set(id, read);
      return;
    }
    // two halves of one direction, or of other nodes, are no channel
    if (other.key !== otherKey || other.otherKey !== key) return;
    this.waiting.delete(id);
    this.receiver.channel(channelBetween(id, other, read));
  }

  /** Reports channels of which only one side is known. */
  finish(): void {
    for (const [id, half] of this.waiting) {
      this.receiver.channel(channelBetween(id, half, { key: half.otherKey, policy: undefined }));
    }
  }
}

/** Amounts are numbers, or texts such as `1000msat` in old versions. */
const msatOf = (value: unknown): number => amountOf(typeof value === 'string' ? value.replace(/msat$/, '') : value);

const clnPolicy = (half: Members): ChannelPolicy => ({
  updatedAt: updateTimeOf(half['last_update']),
  baseFeeMsat: amountOf(half['base_fee_millisatoshi']),
  feeRatePpm: u32Of(half['fee_per_millionth']),
  cltvDelta: u16Of(half['delay']),
  minHtlcMsat: msatOf(half['htlc_minimum_msat']),
  maxHtlcMsat: msatOf(half['htlc_maximum_msat']),
  isDisabled: half['active'] === false,
});

/** Calls a method and reports the elements of its result. */
async function call(
  socketPath: string,
  method: string,
  signal: AbortSignal,
  onElement: (name: string, element: object) => void,
): Promise<void> {
  const elements = new JsonElements({
    arrays: new Set(['nodes', 'channels']),
    under: 'result',
    whole: method === 'getinfo',
    ...answerLimits,
    onElement(name, element) {
      if (name !== 'error') return onElement(name, element);
      throw new CodedError('lightning.bad-answer', `Core Lightning rejected ${method}.`, { datum: element });
    },
  });
  const socket = await open(socketPath, signal);
  try {
    socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} })}\n\n`);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      elements.push(chunk);
      if (elements.isComplete) return;
    }
    throw badAnswer(`the answer to ${method} ends early`);
  } catch (cause) {
    throw cause instanceof CodedError ? cause : unreachable(socketPath, cause);
  } finally {
    socket.destroy();
  }
}

function open(socketPath: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: socketPath, signal });
    socket.setTimeout(idleMs, () => socket.destroy(new Error('no answer within 60 seconds')));
    socket.once('error', (error) => reject(unreachable(socketPath, error)));
    socket.once('connect', () => resolve(socket));
  });
}

function unreachable(socketPath: string, cause: unknown): CodedError {
  const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
  const text = `Core Lightning at ${socketPath} cannot be reached (${reason}).`;
  return new CodedError('lightning.unreachable', text, { cause });
}
