import type { FollowedEvents } from './fault-clients.ts';
import type { FaultNetwork } from './fault-networks.ts';

/** Differences that are listed. */
const maxListed = 500;
/** Events of the audit, which are withdrawn when a reorg removes their reason. */
const ofAudit = /^(peg-|federation-|emergency-)/;

type Facts = FollowedEvents['facts'];

/** Returns how often each event of the audit holds. */
function holding(facts: Facts): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [fact, count] of facts) {
    if (!ofAudit.test(fact)) continue;
    const key = fact.replace('-withdrawn ', ' ');
    counts.set(key, (counts.get(key) ?? 0) + (key === fact ? count : -count));
  }
  return counts;
}

/** Returns whether a fact must not be missing: blocks of a short branch may be disconnected before a follower reads them. */
async function isOfChain(network: FaultNetwork, fact: string): Promise<boolean> {
  const [event, subject] = fact.split(' ');
  if (event === 'tx-added' || event === 'tx-removed') return true;
  return event === 'block-connected' && network.isBest(subject!);
}

/**
 * Reports the events of a network beside those of the single process.
 * @returns facts of the single process that the site never had; 0 when it reported gaps
 */
export async function reportEvents(
  network: FaultNetwork,
  events: FollowedEvents,
  reference: FollowedEvents,
  say: (line: string) => void,
): Promise<number> {
  const { name, sent, counts } = network;
  const seen = events.stop();
  reference.stop();
  const without = ({ facts }: FollowedEvents) => [...sent.keys()].filter((txid) => !facts.has(`tx-added ${txid}`));
  const missing = [...reference.facts].filter(([fact, count]) => (events.facts.get(fact) ?? 0) < count);
  const further = [...events.facts].filter(([fact, count]) => (reference.facts.get(fact) ?? 0) < count);
  const [ours, expected] = [holding(events.facts), holding(reference.facts)];
  const differing = [...new Set([...ours.keys(), ...expected.keys()])].filter(
    (fact) => (ours.get(fact) ?? 0) !== (expected.get(fact) ?? 0),
  );
  let lost = 0;
  for (const [fact] of missing) if (!events.facts.has(fact) && (await isOfChain(network, fact))) lost++;
  say(`${name}: ${counts.blocks} blocks, ${counts.reorgs} reorgs, ${sent.size} transactions`);
  say(`${name}, events: ${seen.count} received, ${seen.gaps} gaps, ${seen.repeated} repeated`);
  say(
    `${name}: ${without(events).length} transactions without an event (single process: ${without(reference).length}); ${lost} facts of the single process lost`,
  );
  say(`${name}: ${missing.length} facts fewer times than at the single process, ${further.length} more times`);
  say(`${name}: ${differing.length} events of the audit that hold at one only, of ${expected.size}`);
  const listed = { lacks: missing, more: further, audit: differing.map((fact) => [fact, 0] as const) };
  for (const [label, facts] of Object.entries(listed)) {
    for (const [fact] of facts.slice(0, maxListed)) {
      const [, subject = ''] = fact.split(' ');
      const times = [events, reference].map((stream) => stream.facts.get(fact) ?? 0);
      say(`${name}, ${label}: ${fact}, ${times.join(' of ')}, sent during ${sent.get(subject) ?? 'no fault'}`);
    }
  }
  return seen.gaps > 0 ? 0 : lost;
}
