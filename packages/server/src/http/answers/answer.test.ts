import { endpoints } from '@glassblock/contract';
import { CodedError } from '@glassblock/primitives';
import { describe, expect, it } from 'vitest';
import { type IndexProgress, notOpened } from '../../network/chain/index/index-progress.ts';
import { answerWith } from './answer.ts';

const building = { status: 503, body: 'The index is still being built' };

/** Returns the answer of a handler that refuses with a code. */
async function refusal(code: string, progress: Partial<IndexProgress>) {
  const fail = async () => {
    throw new CodedError(code, code);
  };
  const context = { now: () => 0, progress: () => ({ ...notOpened, ...progress }) };
  const input = { params: { txid: 'ab'.repeat(32) }, query: {}, body: '' };
  const unexpected = (error: unknown) => {
    throw error;
  };
  const { status, body, headers } = await answerWith(fail, context, endpoints.tx, input, unexpected, false);
  return { status, body, retryAfter: headers['retry-after'] };
}

describe('answerWith', () => {
  it.each([
    ['no block is indexed', {}],
    ['the node has seven more blocks', { height: 100, nodeHeight: 107 }],
  ])('does not report a transaction as unknown while %s', async (_case, progress) => {
    expect(await refusal('tx.not-found', progress)).toEqual({ ...building, retryAfter: '5' });
    expect(await refusal('block.not-found', progress)).toEqual({ ...building, retryAfter: '5' });
  });

  it.each([
    ['the node has six more blocks', { height: 100, nodeHeight: 106 }],
    ['the index is synced', { height: 100, nodeHeight: 100, synced: true }],
    ['the node has pruned blocks that the index needs', { lacksBlocks: true }],
  ])('reports it as unknown when %s', async (_case, progress) => {
    expect(await refusal('tx.not-found', progress)).toEqual({ status: 404, body: 'Transaction not found' });
  });

  it('reports what does not depend on the index as unknown', async () => {
    expect(await refusal('v1.pool', {})).toMatchObject({ status: 404 });
  });
});
