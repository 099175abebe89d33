import { isP2wpkh, type Transaction } from '@glassblock/primitives';
import type { ChannelPosition } from '../graph/channel-id.ts';
import { positionOfChannel } from '../graph/channel-id.ts';
import type { Graph } from '../graph/graph.ts';
import type { LightningChain, Spender } from './chain.ts';
import type { ClosingEvidence } from './closing-reason.ts';
import type { SpendKind } from './spend-kind.ts';

/** A side of a channel: 0 has the smaller public key. */
export type Side = 0 | 1;

/** Who funded and who closed a channel, as far as transactions show it. */
export interface Attribution {
  /** The funding transaction has one input, so one node paid for everything. */
  isSingleFunded: boolean;
  /** The side that funded the channel alone; undefined: unknown. */
  funder: Side | undefined;
  /** Share of the funding transaction's inputs that is in the channel, from 0 to 1. */
  fundingRatio: number;
  /** The side that broadcast the commitment transaction; undefined: unknown, or closed by both. */
  closer: Side | undefined;
  /** Sats that each side received from the closing transaction; undefined: unknown. HTLCs and anchors are left out. */
  closingSats: [number, number] | undefined;
}

/** A closing transaction with its evidence. */
export interface AttributedClosing {
  spender: Spender;
  evidence: ClosingEvidence;
}

const otherSide = (side: Side): Side => (side === 0 ? 1 : 0);

/**
 * Attributes a channel's funding and closing to its sides. An output belongs to a node when it funds, directly or after
 * one more transaction, another channel, and both channels have exactly one node in common.
 * @returns undefined when the funding transaction is not in the chain
 */
export async function attribute(
  graph: Graph,
  chain: LightningChain,
  row: number,
  closing: AttributedClosing | undefined,
): Promise<Attribution | undefined> {
  const position = positionOfChannel(graph.channels.id[row]!);
  const opening = await chain.fundingTx(position);
  if (opening === undefined || opening.spentSats === 0) return undefined;
  const isSingleFunded = opening.tx.inputCount === 1;
  const funder = isSingleFunded ? await funderOf(graph, chain, row, position, opening.tx) : undefined;
  const fundingRatio = graph.channels.capacity[row]! / opening.spentSats;
  const owners = closing === undefined ? [] : await ownersOf(graph, chain, row, closing.spender);
  return {
    isSingleFunded,
    funder,
    fundingRatio,
    ...(closing === undefined ? { closer: undefined, closingSats: undefined } : attributeClosing(closing, owners)),
  };
}

/** Returns the side of a channel that is the only node of it in all of these channels; undefined: none, or both. */
function commonSide(graph: Graph, row: number, others: readonly number[]): Side | undefined {
  if (others.length === 0 || others.includes(row)) return undefined;
  const { node } = graph.channels;
  const isIn = (side: Side) =>
    others.every((other) => [0, 1].some((each) => node[2 * other + each] === node[2 * row + side]));
  return isIn(0) === isIn(1) ? undefined : isIn(0) ? 0 : 1;
}

/** Returns the side that all known facts name; undefined when there is none, or they contradict each other. */
function agreed(sides: readonly (Side | undefined)[]): Side | undefined {
  const known = new Set(sides.filter((side) => side !== undefined));
  return known.size === 1 ? [...known][0] : undefined;
}

/** The single input spends a closing or the change of an opening of the funder; the change funds another of its channels. */
async function funderOf(
  graph: Graph,
  chain: LightningChain,
  row: number,
  position: ChannelPosition,
  tx: Transaction,
): Promise<Side | undefined> {
  const { channels, closures } = graph;
  const { prevTxid, prevVout } = tx.input(0);
  const isChange = channels.findFunding(prevTxid, prevVout) === -1;
  const [changes] = await chain.spenders([position]);
  const laterOpenings = [...(changes ?? [])]
    .filter(([vout]) => channels.findFunding(tx.txid, vout) === -1)
    .map(([, { tx: next }]) => commonSide(graph, row, openedAlone(graph, next)));
  return agreed([
    commonSide(
      graph,
      row,
      closures.channelsOf(prevTxid).filter((closed) => !isSplice(graph, closed)),
    ),
    ...(isChange ? [commonSide(graph, row, channels.fundedBy(prevTxid))] : []),
    ...laterOpenings,
  ]);
}

/** A splice may pay to anyone. */
const isSplice = (graph: Graph, row: number): boolean => graph.closureOf(row)?.reason === 'splice';

/** Returns the channels of a transaction with one input: its owner funds all of them. */
const openedAlone = (graph: Graph, tx: Transaction): number[] =>
  tx.inputCount === 1 ? graph.channels.fundedBy(tx.txid) : [];

/** Returns the sides that own the outputs of a closing transaction, by output. */
async function ownersOf(
  graph: Graph,
  chain: LightningChain,
  row: number,
  closing: Spender,
): Promise<(Side | undefined)[]> {
  const [spenders = new Map<number, Spender>()] = await chain.spenders([closing]);
  const owners = new Map<number, Side | undefined>();
  const sweeps: [number, Spender][] = [];
  for (const [vout, spender] of spenders) {
    // a splice pays to the same channel, which belongs to both
    if (graph.channels.findFunding(closing.tx.txid, vout) !== -1) continue;
    const opened = graph.channels.fundedBy(spender.tx.txid);
    if (opened.length === 0) sweeps.push([vout, spender]);
    else owners.set(vout, commonSide(graph, row, openedAlone(graph, spender.tx)));
  }
  const next = sweeps.length === 0 ? [] : await chain.spenders(sweeps.map(([, spender]) => spender));
  for (const [i, [vout]] of sweeps.entries()) {
    const sides = [...next[i]!.values()].map(({ tx }) => commonSide(graph, row, openedAlone(graph, tx)));
    owners.set(vout, agreed(sides));
  }
  return Array.from({ length: closing.tx.outputCount }, (_, vout) => owners.get(vout));
}

/** Spends of the node that did not broadcast the commitment transaction. */
const othersKinds: ReadonlySet<SpendKind> = new Set([
  'to-remote',
  'to-local-revoked',
  'htlc-revoked',
  'second-level-revoked',
]);

/** Which side an output of a commitment transaction is for: of its broadcaster, of the other node, or of both. */
function isForBroadcaster(kind: SpendKind, script: Uint8Array): boolean | undefined {
  if (kind === 'to-local-delayed') return true;
  if (othersKinds.has(kind)) return false;
  // a wallet output of a commitment transaction is the other node's, in channels without anchors
  return kind === 'unrecognized' && isP2wpkh(script) ? false : undefined;
}

function attributeClosing(
  { spender: { tx }, evidence }: AttributedClosing,
  owners: readonly (Side | undefined)[],
): Pick<Attribution, 'closer' | 'closingSats'> {
  if (evidence.reason === 'mutual') return { closer: undefined, closingSats: mutualSats(tx, owners) };
  if (!evidence.isCommitment) return { closer: undefined, closingSats: undefined };
  const roles = evidence.outputs.map((kind, vout) => isForBroadcaster(kind, tx.output(vout).script));
  const closer = agreed(
    roles.map((isBroadcaster, vout) => {
      const owner = owners[vout];
      if (owner === undefined || isBroadcaster === undefined) return undefined;
      return isBroadcaster ? owner : otherSide(owner);
    }),
  );
  if (closer === undefined) return { closer, closingSats: undefined };
  const sats: [number, number] = [0, 0];
  for (const [vout, isBroadcaster] of roles.entries()) {
    if (isBroadcaster !== undefined) sats[isBroadcaster ? closer : otherSide(closer)] += Number(tx.output(vout).value);
  }
  return { closer, closingSats: sats };
}

/** Both outputs of a mutual closing are known once one is; a single one is all that there is. */
function mutualSats(tx: Transaction, owners: readonly (Side | undefined)[]): [number, number] | undefined {
  const known = owners.findIndex((owner) => owner !== undefined);
  const owner = owners[known];
  if (owner === undefined || tx.outputCount > 2) return undefined;
  if (tx.outputCount === 2 && owners[1 - known] === owner) return undefined;
  const sats: [number, number] = [0, 0];
  sats[owner] = Number(tx.output(known).value);
  if (tx.outputCount === 2) sats[otherSide(owner)] = Number(tx.output(1 - known).value);
  return sats;
}
