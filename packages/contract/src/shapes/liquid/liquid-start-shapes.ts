import { type Static, Type } from 'typebox';
import { DifficultyAdjustment, InitData, NetworkState } from '../shapes.ts';
import { closed, Nullable, Num, Text } from '../terms.ts';
import { LiquidBlock } from './liquid-block-shapes.ts';

/*
 * Wire shapes of start data and states of Liquid networks. Each exported type is the static type of the schema of the same name.
 */

/** The epoch by Bitcoin's rules: Liquid has no difficulty, so its values are null. */
export const LiquidDifficulty = Type.Object(
  {
    ...DifficultyAdjustment.properties,
    difficultyChange: Nullable(Num),
    estimatedRetargetDate: Nullable(Num),
    remainingTime: Nullable(Num),
    previousRetarget: Nullable(Num),
    adjustedTimeAvg: Nullable(Num),
  },
  closed,
);
export type LiquidDifficulty = Static<typeof LiquidDifficulty>;

const { backend, mempoolInfo, vBytesPerSecond, transactions, backendInfo, loadingIndicators, fees } =
  InitData.properties;

/** Initial data of a client; unknown parts are absent. */
export const LiquidInitData = Type.Object(
  {
    backend,
    mempoolInfo,
    vBytesPerSecond,
    blocks: Type.Optional(Type.Array(LiquidBlock)),
    'mempool-blocks': InitData.properties['mempool-blocks'],
    transactions,
    backendInfo,
    loadingIndicators,
    da: Type.Optional(LiquidDifficulty),
    fees,
  },
  closed,
);
export type LiquidInitData = Static<typeof LiquidInitData>;

const { state, sentence, version } = NetworkState.properties.node.properties;
const { height, nodeHeight, percent, synced } = NetworkState.properties.index.properties;

/** State of the node and the index of a Liquid network; the mempool is read from the node on request. */
export const LiquidNetworkState = Type.Object(
  {
    network: Text,
    node: Type.Object({ state, sentence, version }, closed),
    index: Type.Object({ height, nodeHeight, percent, synced }, closed),
    /** Absent without a registry. `readAt`: when it was read or confirmed, Unix seconds; null before. */
    assetRegistry: Type.Optional(
      Type.Object(
        {
          source: Type.Union([Type.Literal('file'), Type.Literal('url')]),
          assets: Type.Integer(),
          readAt: Nullable(Num),
          sentence: Text,
        },
        closed,
      ),
    ),
  },
  closed,
);
export type LiquidNetworkState = Static<typeof LiquidNetworkState>;
