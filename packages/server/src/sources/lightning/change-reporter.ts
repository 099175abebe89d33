import type { LightningFact } from '@glassblock/journal';
import { type Graph, GraphChanges, type LightningHistory } from '@glassblock/lightning';

/** Stores policies and reports facts when rows of the graph have been stored. */
export interface ChangeReporter {
  /**
   * @param changed the stored rows
   * @throws {CodedError} store.write-failed; the policies are stored with the next ones
   */
  report(
    changed: { nodes: readonly number[]; channels: readonly number[] },
    state: { now: number; tipHeight: number | undefined; isRead: boolean; isLast: boolean },
  ): Promise<void>;
}

/** Options of the reporter. */
export interface ChangeReporterOptions {
  graph: Graph;
  history: LightningHistory;
  /** Nothing is stored yet: the graph of the first source is not reported as new. */
  isFirst: boolean;
  onFacts(facts: readonly LightningFact[]): void;
}

/** Creates a reporter for a graph as it was stored. */
export async function createChangeReporter(options: ChangeReporterOptions): Promise<ChangeReporter> {
  const { graph, history, onFacts } = options;
  const changes = await GraphChanges.of(graph);
  let { isFirst } = options;
  return {
    async report(changed, { isRead, ...state }) {
      let failure: unknown;
      for await (const { facts, policies } of changes.takeInParts(changed, { ...state, isFirst })) {
        if (facts.length > 0) onFacts(facts);
        if (policies.length === 0) continue;
        await history.log.addPolicies(policies).catch((error: unknown) => {
          // the other parts are compared all the same: their rows are not in the next ones
          failure ??= error;
        });
      }
      if (isRead && state.tipHeight !== undefined) isFirst = false;
      if (failure !== undefined) throw failure;
    },
  };
}
