import { writeFile } from 'node:fs/promises';
import {
  lndInfo,
  lndKey,
  type ScriptedLnd,
  startScriptedLnd,
} from '../../../../lightning/test/support/scripted-lnd.ts';

/** The peer of all channels of the demo's lnd. */
export const peerKey = `03${'b2'.repeat(32)}`;

/**
 * Starts an lnd for the demo's chain, or another one, whose channels are funded by the coinbase outputs of the first blocks.
 * @param macaroonFile is written
 */
export async function demoLnd(channelCount: number, macaroonFile: string, network = 'demo'): Promise<ScriptedLnd> {
  const node = (pub_key: string, alias: string, addr: string) => ({
    pub_key,
    alias,
    last_update: 1_790_000_000,
    color: '#ff9900',
    addresses: [{ network: 'tcp', addr }],
    features: { 5: { name: 'upfront-shutdown-script', is_required: false, is_known: true } },
    custom_records: { 1: 'q80=' },
  });
  const policy = (fee_rate_milli_msat: string) => ({
    time_lock_delta: 80,
    min_htlc: '1000',
    fee_base_msat: '1000',
    fee_rate_milli_msat,
    disabled: false,
    max_htlc_msat: '990000000',
    last_update: 1_790_000_000,
  });
  const edges = Array.from({ length: channelCount }, (_, i) => ({
    channel_id: String(BigInt(i + 1) << 40n),
    node1_pub: lndKey,
    node2_pub: peerKey,
    node1_policy: policy(String(i)),
    node2_policy: i % 2 === 0 ? policy('250') : null,
  }));
  const lnd = await startScriptedLnd({
    '/v1/getinfo': { ...lndInfo, chains: [{ chain: 'bitcoin', network }] },
    '/v1/graph': {
      nodes: [
        node(lndKey, 'alice', '88.198.10.1:9735'),
        node(peerKey, 'bob-2 harbor', `${'a2'.repeat(28)}.onion:9735`),
      ],
      edges,
    },
  });
  await writeFile(macaroonFile, Buffer.from(lnd.macaroon, 'hex'));
  return lnd;
}
