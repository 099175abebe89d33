// Page `/blocks/stale`: stale blocks beside the canonical ones, and chain tips.
import type { BlockExt, ChainTip, StaleTip } from '@glassblock/contract';
import { useState } from 'react';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { browserApi } from '../../../data/browser-api.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { fullness } from '../../../features/block/block-facts.ts';
import docs from '../../../features/docs/docs.module.css';
import { MiningPoolBadge } from '../../../features/mining/MiningPoolBadge.tsx';
import { Cube, cubeRates } from '../../../features/strip/Cube.tsx';
import { Strip } from '../../../features/strip/Strip.tsx';
import { bytes, count } from '../../../format/amount.ts';
import { type TextId, useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { type PageProblem, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { Hash } from '../../../ui/Hash.tsx';
import { useNearViewport } from '../../../ui/hooks/use-near-viewport.ts';
import listStyles from '../../../ui/list.module.css';
import pageStyles from '../../../ui/page.module.css';
import { Age, Amount, BlockFeeRate, FigureText, Moment } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';
import styles from './blocks-stale.module.css';

/** Minimum tips per answer, when there are more. */
const perPage = 25;

interface Data {
  tips: StaleTip[];
  /** All tips of the node, on the newest page. */
  known: ChainTip[];
  below: number | undefined;
  problem: PageProblem | undefined;
}

/** Loads stale blocks, newest first. */
async function load({ api: ask, prefix, query }: LoadKit): Promise<Loaded<Data>> {
  const given = query.get('below') ?? '';
  const below = /^\d{1,9}$/.test(given) ? Number(given) : undefined;
  const [tips, known] = await Promise.all([
    ask.get<StaleTip[]>(api.staleTips(prefix, below)),
    below === undefined ? ask.get<ChainTip[]>(api.chainTips(prefix)) : undefined,
  ]);
  if (!tips.ok) return { page: { tips: [], known: [], below, problem: tips }, status: tips.status || 503 };
  return { page: { tips: tips.body, known: known?.ok ? known.body : [], below, problem: undefined } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches }: MetaArgs) => [
  { title: pageTitle('Stale blocks', matches) },
  { name: 'description', content: 'Stale Bitcoin blocks, each with the block that replaced it.' },
];

export default function BlocksStaleRoute() {
  const data = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  return (
    <>
      <Strip />
      <main className={pageStyles.page} id="main">
        {data.problem ? <ProblemPage problem={data.problem} /> : <StaleBlocks key={data.below ?? ''} data={data} />}
      </main>
    </>
  );
}

function StaleBlocks({ data: { tips: newest, known, below } }: { data: Data }) {
  const text = useText();
  const { prefix } = usePlace();
  const [older, setOlder] = useState<readonly StaleTip[]>([]);
  const [state, setState] = useState<'more' | 'busy' | 'failed' | 'end'>(newest.length >= perPage ? 'more' : 'end');
  const tips = [...newest, ...older];
  const last = tips.at(-1);
  const loadMore = async () => {
    if (state === 'busy' || last === undefined) return;
    setState('busy');
    if (state === 'failed') browserApi().forget();
    const answer = await browserApi().get<StaleTip[]>(api.staleTips(prefix, last.height));
    if (answer.ok) setOlder([...older, ...answer.body]);
    setState(!answer.ok ? 'failed' : answer.body.length < perPage ? 'end' : 'more');
  };
  const end = useNearViewport<HTMLParagraphElement>(state === 'more', () => void loadMore());
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('stale.title')}</h1>
        <Link className="more" to={page.blocks(prefix)}>
          {text('stale.allBlocks')}
        </Link>
      </div>
      <p className={`quiet ${docs.prose}`} data-cy="prose">
        {text('stale.intro')}
      </p>
      {tips.length === 0 && (
        <div className={`${cardStyles.card} ${styles.none}`} data-part="card" role="status">
          <p className="strong">{text(below === undefined ? 'stale.none' : 'stale.noMore')}</p>
          {below === undefined && <p className="quiet">{text('stale.none.text')}</p>}
        </div>
      )}
      <div className={styles.tips}>
        {tips.map((tip) => (
          <Tip key={tip.hash} tip={tip} />
        ))}
      </div>
      <p className={docs.staleMore} data-cy="stale-more" ref={end} role="status">
        {state === 'failed' && <span>{text('stale.moreFailed')} </span>}
        {below !== undefined && (
          <Link className="button" to={page.staleBlocks(prefix)}>
            {text('stale.newest')}
          </Link>
        )}
        {state !== 'end' && last && (
          <a
            className="button"
            aria-busy={state === 'busy'}
            href={`?below=${last.height}`}
            onClick={(event) => {
              event.preventDefault();
              void loadMore();
            }}
          >
            {text(state === 'failed' ? 'stale.again' : 'stale.older')}
          </a>
        )}
      </p>
      {known.length > 0 && <KnownTips tips={known} />}
    </>
  );
}

const statusWords: Readonly<Record<string, TextId>> = {
  active: 'stale.status.active',
  'valid-fork': 'stale.status.validFork',
  'valid-headers': 'stale.status.validHeaders',
  'headers-only': 'stale.status.headersOnly',
  invalid: 'stale.status.invalid',
};

/** Validation status of a branch. */
function Status({ status }: { status: string }) {
  const text = useText();
  const id = statusWords[status];
  const tone = status === 'active' ? 'ok' : status === 'invalid' ? 'bad' : 'warn';
  return <span className={`badge ${tone}`}>{id === undefined ? status : text(id)}</span>;
}

/** Compared figures, row by row. */
const facts: readonly { name: TextId; show: (block: BlockExt) => React.ReactNode }[] = [
  { name: 'stale.time', show: (block) => <Moment time={block.timestamp} withAge={false} /> },
  { name: 'stale.pool', show: (block) => <MiningPoolBadge block={block} /> },
  { name: 'stale.txs', show: (block) => <span className="figure">{count(block.tx_count)}</span> },
  { name: 'stale.size', show: (block) => <FigureText figure={bytes(block.size)} /> },
  {
    name: 'stale.medianFee',
    show: ({ extras, tx_count }) => (
      <BlockFeeRate medianFee={extras.medianFee} feeRange={extras.feeRange} transactions={tx_count - 1} dot />
    ),
  },
  { name: 'stale.fees', show: ({ extras }) => <Amount sats={extras.totalFees} digits={[3, 3]} /> },
  { name: 'stale.reward', show: ({ extras }) => <Amount sats={extras.reward} digits={[3, 3]} /> },
];

/** A stale block and the one that replaced it. */
function Tip({ tip }: { tip: StaleTip }) {
  const text = useText();
  const { prefix } = usePlace();
  const sides = [
    { key: 'stale', title: text('stale.lost'), block: tip.stale },
    { key: 'canonical', title: text('stale.won'), block: tip.canonical },
  ];
  return (
    <article
      className={`${cardStyles.card} stale-tip`}
      data-part="card"
      aria-label={text('stale.height', { height: count(tip.height) })}
    >
      <header className={styles.head}>
        <h2>
          <Link to={page.block(prefix, tip.height)}>{text('stale.height', { height: count(tip.height) })}</Link>
        </h2>
        <Status status={tip.status} />
        <span className="quiet">{text('stale.depth', { count: tip.branchlen })}</span>
        <span className="quiet">
          <Age time={tip.stale.timestamp} />
        </span>
      </header>
      <table className={styles.versus}>
        <thead>
          <tr>
            <td />
            {sides.map(({ key, title, block }) => (
              <th key={key} scope="col">
                <Cube
                  full={fullness(block)}
                  rates={cubeRates(block.extras.feeRange)}
                  className={key === 'stale' ? styles.ofStale : undefined}
                />
                <span className={`badge ${key === 'stale' ? 'bad' : 'ok'}`}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{text('stale.hash')}</th>
            {sides.map(({ key, block }) => (
              <td key={key}>
                <Hash value={block.id} to={page.block(prefix, block.id)} tail={8} />
              </td>
            ))}
          </tr>
          {facts.map(({ name, show }) => (
            <tr key={name}>
              <th scope="row">{text(name)}</th>
              {sides.map(({ key, block }) => (
                <td key={key}>{show(block)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** All tips of the node, including those without a block. */
function KnownTips({ tips }: { tips: readonly ChainTip[] }) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <section className={cardStyles.card} data-part="card" aria-labelledby="known-tips">
      <header className={cardStyles.cardHead} data-part="card-head">
        <h2 id="known-tips">{text('stale.known')}</h2>
      </header>
      <table
        className={`${listStyles.list} ${styles.knownTips} ${listStyles.stacking}`}
        data-part="list stacking"
        data-cy="known-tips"
      >
        <thead>
          <tr>
            <th>{text('stale.heightOnly')}</th>
            <th>{text('stale.status')}</th>
            <th className={listStyles.number}>{text('stale.branch')}</th>
            <th>{text('stale.hash')}</th>
          </tr>
        </thead>
        <tbody>
          {tips.map((tip) => (
            <tr key={tip.hash}>
              <td data-label={text('stale.heightOnly')} className="figure">
                {count(tip.height)}
              </td>
              <td data-label={text('stale.status')}>
                <Status status={tip.status} />
              </td>
              <td data-label={text('stale.branch')} className={`${listStyles.number} figure`}>
                {count(tip.branchlen)}
              </td>
              <td data-label={text('stale.hash')}>
                <Hash value={tip.hash} to={page.block(prefix, tip.hash)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
