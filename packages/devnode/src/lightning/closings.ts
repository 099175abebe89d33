import type { Transaction } from '@glassblock/primitives';
import type { Keyring } from '../traffic/keyring.ts';
import type { RandomSource } from '../traffic/random-source.ts';
import type { Draft } from '../traffic/tx-maker.ts';
import {
  anchorSats,
  anchorScript,
  channelWitness,
  offeredHtlcScript,
  toLocalDelay,
  toLocalScript,
  toRemoteScript,
  type WitnessScript,
} from './channel-scripts.ts';

/** How a channel is closed, with relative frequencies. */
export const closeKinds = { mutual: 62, force: 27, penalty: 5, splice: 6 };
/** How a channel is closed. */
export type CloseKind = keyof typeof closeKinds;

const finalSequence = 0xffffffff;
const replaceableSequence = 0xfffffffd;

/** Parts of a closing transaction. */
export interface ClosingParts {
  kind: CloseKind;
  channel: {
    nodes: readonly [number, number];
    valueSats: number;
    funding: WitnessScript;
    keys: readonly [Uint8Array, Uint8Array];
    outpoint: { txid: string; vout: number } | undefined;
  };
  /** Output scripts of both nodes. */
  owners: readonly [Uint8Array, Uint8Array];
  /** Funding output of the channel that continues after a splice. */
  spliced: Uint8Array | undefined;
  splicedSats: number;
  height: number;
  random: RandomSource;
  keyring: Keyring;
}

type OutputRole = 'own' | 'to-local' | 'to-remote' | 'anchor' | 'htlc' | 'funding';

/** A closing transaction before serialization, and who owns which output. */
export interface Closing {
  kind: CloseKind;
  draft: Draft;
  roles: OutputRole[];
  scripts: (WitnessScript | undefined)[];
  /** Nodes that own outputs at once, by output. */
  ownedBy: (number | undefined)[];
  /** Nodes: the broadcaster and the other one. */
  sides: readonly [number, number];
  fundingVout: number;
  preimage: Uint8Array;
  revocation: Uint8Array;
}

interface Output {
  role: OutputRole;
  value: number;
  script: Uint8Array;
  witnessScript?: WitnessScript;
  owner?: number;
}

/** Makes a closing transaction; the last output receives the rest after the others and the fee. */
export function closingDraft(parts: ClosingParts): Closing {
  const { kind, channel, height, random } = parts;
  const isCommitment = kind === 'force' || kind === 'penalty';
  const preimage = random.bytes(32);
  const revocation = parts.keyring.key(random.between(0, 300));
  const broadcaster = random.chance(0.5) ? 0 : 1;
  const sides = [channel.nodes[broadcaster], channel.nodes[1 - broadcaster]] as [number, number];
  const outputs = isCommitment
    ? commitmentOutputs(parts, preimage, revocation)
    : kind === 'splice'
      ? spliceOutputs(parts)
      : mutualOutputs(parts);
  const isSimpleClose = random.chance(0.35);
  const number = random.between(0, 0xffffff);
  const [sequence, locktime] = isCommitment
    ? [(0x80000000 + random.between(0, 0xffffff)) >>> 0, 0x20000000 + number]
    : kind === 'splice' || isSimpleClose
      ? [replaceableSequence, height]
      : [finalSequence, 0];
  const witness = channelWitness.funding(channel.funding, random);
  return {
    kind,
    draft: {
      version: 2,
      locktime,
      inputs: [{ outpoint: channel.outpoint!, sequence, scriptSig: new Uint8Array(0), witness }],
      outputs: outputs.map(({ value, script }) => ({ value, script })),
    },
    roles: outputs.map(({ role }) => role),
    scripts: outputs.map(({ witnessScript }) => witnessScript),
    ownedBy: outputs.map(({ owner }) => owner),
    sides,
    fundingVout: outputs.findIndex(({ role }) => role === 'funding'),
    preimage,
    revocation,
  };
}

/** One output when one side owns nearly everything, otherwise two. */
function mutualOutputs({ channel, owners, random }: ClosingParts): Output[] {
  const [funder, peer] = channel.nodes;
  const all: Output = { role: 'own', value: 0, script: owners[0], owner: funder };
  if (random.chance(0.25)) return [all];
  const value = Math.floor(channel.valueSats * (0.05 + 0.6 * random.unit()));
  return [{ role: 'own', value, script: owners[1], owner: peer }, all];
}

function spliceOutputs({ channel, owners, spliced, splicedSats }: ClosingParts): Output[] {
  return [
    { role: 'funding', value: splicedSats, script: spliced! },
    { role: 'own', value: 0, script: owners[0], owner: channel.nodes[0] },
  ];
}

/** Outputs of a commitment transaction with anchors. */
function commitmentOutputs({ channel, random }: ClosingParts, preimage: Uint8Array, revocation: Uint8Array): Output[] {
  const [local, remote] = channel.keys;
  const witnessed = (role: OutputRole, value: number, witnessScript: WitnessScript): Output => ({
    role,
    value,
    script: witnessScript.output,
    witnessScript,
  });
  const { valueSats } = channel;
  const outputs = [
    witnessed('anchor', anchorSats, anchorScript(local)),
    witnessed('anchor', anchorSats, anchorScript(remote)),
  ];
  if (valueSats > 200_000 && random.chance(0.3)) {
    const htlc = offeredHtlcScript(revocation, remote, local, preimage);
    outputs.push(witnessed('htlc', Math.floor(valueSats * 0.04), htlc));
  }
  const remoteSats = Math.floor(valueSats * (0.1 + 0.5 * random.unit()));
  if (random.chance(0.75)) outputs.push(witnessed('to-remote', remoteSats, toRemoteScript(remote)));
  outputs.push(witnessed('to-local', 0, toLocalScript(revocation, local)));
  return outputs;
}

/** A transaction that spends outputs of a closing transaction, some blocks after it. */
export interface Sweep {
  after: number;
  /** Inputs in the order of `spends`, without their outpoints. */
  draft: { version: number; locktime: number; inputs: Omit<Draft['inputs'][number], 'outpoint'>[] };
  spends: number[];
  owner: number;
}

/** Returns the transactions that follow a commitment transaction; none for other kinds. */
export function sweepDrafts(closing: Closing, tx: Transaction, random: RandomSource): Sweep[] {
  const { kind, roles, scripts, sides, preimage, revocation } = closing;
  if (kind !== 'force' && kind !== 'penalty') return [];
  const [broadcaster, other] = sides;
  const at = (role: OutputRole) => roles.indexOf(role);
  const sweep = (
    after: number,
    owner: number,
    spends: number[],
    sequence: number,
    witnesses: Uint8Array[][],
  ): Sweep => ({
    after,
    owner,
    spends,
    draft: {
      version: 2,
      locktime: 0,
      inputs: witnesses.map((witness) => ({ sequence, scriptSig: new Uint8Array(0), witness })),
    },
  });
  const isWorthIt = (vout: number) => vout !== -1 && Number(tx.output(vout).value) > 10_000;
  const [local, htlc, remote] = [at('to-local'), at('htlc'), at('to-remote')];
  const sweeps: Sweep[] = [];
  if (kind === 'penalty') {
    const revoked = [local, htlc].filter(isWorthIt);
    const witnesses = revoked.map((vout) =>
      vout === local
        ? channelWitness.toLocalRevoked(scripts[vout]!, random)
        : channelWitness.htlcRevoked(scripts[vout]!, random, revocation),
    );
    if (revoked.length > 0) sweeps.push(sweep(random.between(1, 5), other, revoked, 0xfffffffd, witnesses));
  } else {
    if (isWorthIt(local)) {
      const witness = channelWitness.toLocalDelayed(scripts[local]!, random);
      sweeps.push(sweep(toLocalDelay + random.between(1, 12), broadcaster, [local], toLocalDelay, [witness]));
    }
    if (isWorthIt(htlc)) {
      const witness = channelWitness.htlcPreimage(scripts[htlc]!, random, preimage);
      sweeps.push(sweep(random.between(1, 30), other, [htlc], 1, [witness]));
    }
  }
  if (isWorthIt(remote)) {
    const witness = channelWitness.toRemote(scripts[remote]!, random);
    sweeps.push(sweep(random.between(1, 40), other, [remote], 1, [witness]));
  }
  return sweeps;
}
