import type { ServerFrame, StratumJob } from '@glassblock/contract';

/** Jobs by the unique id of the mining pool. */
export type StratumJobs = ReadonlyMap<number, StratumJob>;

/** Maximum number of mining pools, as on the server. */
const maxMiningPools = 200;

/** Applies a frame: the full list replaces the jobs, a job that of its mining pool. Returns the same map without one. */
export function foldStratum(before: StratumJobs | undefined, frame: ServerFrame): StratumJobs | undefined {
  const { stratumJobs, stratumJob } = frame;
  let jobs = before;
  if (stratumJobs !== undefined)
    jobs = new Map(
      Object.values(stratumJobs)
        .slice(0, maxMiningPools)
        .map((job) => [job.pool, job]),
    );
  if (stratumJob !== undefined && (jobs?.has(stratumJob.pool) || (jobs?.size ?? 0) < maxMiningPools))
    jobs = new Map(jobs).set(stratumJob.pool, stratumJob);
  return jobs;
}

/** A row of the page: the job of a mining pool, beside those with the most branches in common. */
export interface StratumRow {
  job: StratumJob;
  /** Number of leading branches that the row above has too. */
  sharedAbove: number;
  /** Number of leading branches that the row below has too. */
  sharedBelow: number;
}

/** Returns the number of leading branches that two jobs have in common: equal ones stand for the same transactions. */
function sharedBranches(a: StratumJob, b: StratumJob): number {
  if (a.height !== b.height) return 0;
  const length = Math.min(a.merkleBranches.length, b.merkleBranches.length);
  for (let at = 0; at < length; at++) if (a.merkleBranches[at] !== b.merkleBranches[at]) return at;
  return length;
}

/**
 * Returns the jobs as the rows of a tree: those of the highest block first, then the largest group with the same first
 * branch, and within a group the same for each further branch.
 */
export function stratumRows(jobs: StratumJobs): StratumRow[] {
  const heights = Map.groupBy(
    [...jobs.values()].sort((a, b) => a.pool - b.pool),
    ({ height }) => height,
  );
  const sorted = [...heights].sort(([a], [b]) => b - a).flatMap(([, ofHeight]) => grouped(ofHeight, 0));
  const shared = sorted.map((job, place) => (place === 0 ? 0 : sharedBranches(job, sorted[place - 1]!)));
  return sorted.map((job, place) => ({ job, sharedAbove: shared[place]!, sharedBelow: shared[place + 1] ?? 0 }));
}

function grouped(jobs: StratumJob[], level: number): StratumJob[] {
  if (jobs.length < 2 || jobs.every(({ merkleBranches }) => merkleBranches.length <= level)) return jobs;
  const groups = [...Map.groupBy(jobs, ({ merkleBranches }) => merkleBranches[level]).values()];
  return groups.sort((a, b) => b.length - a.length).flatMap((group) => grouped(group, level + 1));
}

const reversed = (hex: string, unit: RegExp) => hex.match(unit)?.reverse().join('') ?? hex;
const leadingZeros = (hex: string) => hex.match(/^0*/)![0].length;

/**
 * Returns the hash of the previous block in display order. Collectors send it so, or in the byte order of the header, or
 * as the Stratum protocol has it: the header's order with the bytes of each word of 32 bits reversed. The form with the
 * most leading zeros is the one in display order.
 */
export function previousHash({ prevHash }: Pick<StratumJob, 'prevHash'>): string {
  const hash = prevHash.toLowerCase();
  const forms = [hash, reversed(hash, /.{8}/g), reversed(hash, /../g)];
  return forms.reduce((best, form) => (leadingZeros(form) > leadingZeros(best) ? form : best));
}

/** Returns the id of the first transaction after the coinbase: the first branch, in display order. */
export const firstTxid = ({ merkleBranches }: Pick<StratumJob, 'merkleBranches'>): string | undefined =>
  merkleBranches[0] && reversed(merkleBranches[0], /../g).toLowerCase();
