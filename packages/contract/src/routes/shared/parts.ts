import { Type } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import * as field from '../../fields.ts';

/** A plain-text answer. */
export const Text = Type.String();
/** An answer of raw bytes. */
export const Bytes = Type.Unknown();
/** Errors of routes that read blocks from the node. */
export const nodeErrors = ['node.unavailable', 'node.no-data'] as const satisfies ErrorCode[];

/** Hash of mainnet block 170, which every mainnet index has. */
export const exampleBlock = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';
/** The first payment, in block 170. */
export const exampleTxid = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
/** Address of the public key in the genesis coinbase output. */
export const exampleAddress = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
/** Script hash of `exampleAddress`. */
export const exampleScripthash = '6191c3b590bfcfa0475e877c302da1e323497acf3b42c08d8fa28e364edf018b';
/** Time of block 170 in Unix seconds. */
export const exampleTime = 1_231_731_025;

const maxHeight = 9_999_999_999;

/** Path parameter of a txid. */
export const txidParam = (error: ErrorCode = 'param.hex') => ({
  txid: field.hash({ description: 'txid, 64 hex digits', example: exampleTxid }, error),
});
/** Path parameter of a block hash. */
export const hashParam = (error: ErrorCode = 'param.hex') => ({
  hash: field.hash({ description: 'block hash, 64 hex digits', example: exampleBlock }, error),
});
/** Declares a block height. */
export const height = (error: ErrorCode, description = 'block height', example = 170) =>
  field.integer({ description, example, maximum: maxHeight }, error);
/** Path parameter of a block height. */
export const heightParam = (error: ErrorCode) => ({ height: height(error) });
/** Declares a time in Unix seconds. */
export const seconds = (description: string, error: ErrorCode) =>
  field.integer({ description, example: exampleTime, maximum: maxHeight }, error);
/** Page cursor in the path. */
export const lastParam = {
  last: field.cursor({
    description: 'last txid received; a malformed one is ignored',
    example: exampleTxid,
  }),
};

/** Intervals of block series. */
export const intervals = ['24h', '3d', '1w', '1m', '3m', '6m', '1y', '2y', '3y', '4y'] as const;
/** Path parameter of an interval; any other word means all blocks. */
export const intervalParam = {
  interval: field.lenientWord(intervals, {
    description: `${intervals.slice(0, -1).join(', ')} or ${intervals.at(-1)}; any other word means all blocks`,
    example: '1w',
  }),
};
/** Path parameter of a mining pool's slug. */
export const slugParam = { slug: field.text({ description: 'slug of a mining pool', example: 'antpool' }) };
