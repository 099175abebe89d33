import type { BlockExt, BlockStatus, Tx } from '@glassblock/contract';
import { type MetaArgs, redirect, useLoaderData } from 'react-router';
import { BlockFacts, BlockTitle } from '../../components/BlockFacts.tsx';
import { useWant } from '../../components/live.ts';
import { useSetMark } from '../../components/mark.ts';
import { Pager } from '../../components/Pager.tsx';
import { ProblemSentence, Sentence } from '../../components/Sentence.tsx';
import { Strip } from '../../components/Strip.tsx';
import { usePlace } from '../../components/site-context.ts';
import { TxBox } from '../../components/TxBox.tsx';
import { useBlockKeys } from '../../components/use-block-keys.ts';
import { inBrowser, type LoadKit, onServer } from '../../data/load.ts';
import { useText } from '../../messages/use-text.ts';
import { api, page } from '../../url.ts';

/** Transactions on a page: what one answer holds. */
const perPage = 25;

type Data =
  | {
      kind: 'block';
      block: BlockExt;
      status: BlockStatus | undefined;
      txs: Tx[];
      number: number;
      txProblem: string | undefined;
    }
  | { kind: 'unknown'; what: string }
  | { kind: 'problem'; problem: { status: number; message: string } };

/** A block by hash with one page of its transactions; a height goes to the hash. */
async function load({ api: ask, prefix, params, query }: LoadKit): Promise<{ page: Data; status?: number }> {
  const id = (params.id ?? '').toLowerCase();
  if (/^\d{1,9}$/.test(id)) {
    const hash = await ask.get<string>(api.hashAt(prefix, id));
    if (hash.ok) throw redirect(page.block(prefix, hash.body.trim()));
    if (hash.status === 404) return { page: { kind: 'unknown', what: id }, status: 404 };
    return { page: { kind: 'problem', problem: hash }, status: hash.status || 503 };
  }
  if (!/^[0-9a-f]{64}$/.test(id)) return { page: { kind: 'unknown', what: params.id ?? '' }, status: 404 };
  const number = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  const [block, status, txs] = await Promise.all([
    ask.get<BlockExt>(api.block(prefix, id)),
    ask.get<BlockStatus>(api.blockStatus(prefix, id)),
    ask.get<Tx[]>(api.blockTxs(prefix, id, (number - 1) * perPage)),
  ]);
  if (!block.ok) {
    if (block.status === 404) return { page: { kind: 'unknown', what: id }, status: 404 };
    return { page: { kind: 'problem', problem: block }, status: block.status || 503 };
  }
  return {
    page: {
      kind: 'block',
      block: block.body,
      status: status.ok ? status.body : undefined,
      txs: txs.ok ? txs.body : [],
      number,
      txProblem: txs.ok ? undefined : txs.message,
    },
  };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export function meta({ loaderData }: MetaArgs<typeof loader>) {
  const found = loaderData?.kind === 'block' ? loaderData.block : undefined;
  return found
    ? [
        { title: `Block ${found.height} · Glassblock` },
        { name: 'description', content: `Block ${found.height} with ${found.tx_count} transactions, ${found.id}` },
      ]
    : [{ title: 'Block · Glassblock' }];
}

export default function BlockRoute() {
  const data = useLoaderData<typeof loader>();
  const { label } = usePlace();
  useWant('blocks', 'mempool-blocks');
  useSetMark(data.kind === 'block' ? { kind: 'block', height: data.block.height } : undefined);
  useBlockKeys(data.kind === 'block' ? { kind: 'block', height: data.block.height } : undefined);
  return (
    <>
      <Strip />
      <main className="page" id="main">
        {data.kind === 'problem' && <ProblemSentence problem={data.problem} />}
        {data.kind === 'unknown' && (
          <Sentence
            title="block.notFound.title"
            text="block.notFound.text"
            values={{ what: data.what, network: label }}
            home
          />
        )}
        {data.kind === 'block' && <BlockPage data={data} />}
      </main>
    </>
  );
}

function BlockPage({ data }: { data: Extract<Data, { kind: 'block' }> }) {
  const text = useText();
  const { prefix } = usePlace();
  const { block } = data;
  const pager = (second: boolean) => (
    <Pager
      current={data.number}
      last={Math.ceil(block.tx_count / perPage)}
      to={(number) => page.block(prefix, block.id, number)}
      second={second}
    />
  );
  return (
    <>
      <BlockTitle block={block} stale={data.status ? !data.status.in_best_chain : block.stale} />
      <BlockFacts block={block} />
      <section className="block-txs">
        <div className="block-tx-title">
          <h2>{text('count.txs', { count: block.tx_count })}</h2>
          {pager(false)}
        </div>
        {data.txProblem !== undefined && <p className="banner bad">{data.txProblem}</p>}
        {data.txs.map((tx, place) => (
          <TxBox key={tx.txid} tx={tx} place={place} />
        ))}
        {pager(true)}
      </section>
    </>
  );
}
