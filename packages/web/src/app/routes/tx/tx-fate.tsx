// Page `/tx/:id/fate`: the history of a transaction from the journal.
import type { Fate } from '@glassblock/contract';
import { Link, type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { usePlace } from '../../../context/site-context.ts';
import { inBrowser, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import txStyles from '../../../features/tx/tx.module.css';
import { BlockLink } from '../../../features/tx-list/TxBox.tsx';
import { count } from '../../../format/amount.ts';
import { feeRate } from '../../../format/rate.ts';
import { removalReason } from '../../../live/reducers/tx-story.ts';
import { useText } from '../../../messages/use-text.ts';
import cardStyles from '../../../ui/card.module.css';
import { MessagePage, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import formStyles from '../../../ui/form.module.css';
import { CopyButton, Hash } from '../../../ui/Hash.tsx';
import pageStyles from '../../../ui/page.module.css';
import { FeeRateText, Moment } from '../../../ui/values.tsx';
import { api, page } from '../../../url.ts';

type Data =
  | { kind: 'fate'; fate: Fate }
  | { kind: 'none'; txid: string }
  | { kind: 'bad'; what: string }
  | { kind: 'problem'; problem: { status: number; message: string } };

/** Loads the history of a transaction, as far as the journal goes back. */
async function load({ api: ask, prefix, params }: LoadKit): Promise<{ page: Data; status?: number }> {
  const what = params.id ?? '';
  const txid = what.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(txid)) return { page: { kind: 'bad', what }, status: 404 };
  const fate = await ask.get<Fate>(api.fate(prefix, txid));
  if (fate.ok) return { page: { kind: 'fate', fate: fate.body } };
  if (fate.status === 404) return { page: { kind: 'none', txid }, status: 404 };
  return { page: { kind: 'problem', problem: fate }, status: fate.status || 503 };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ params, matches }: MetaArgs) => [
  { title: pageTitle(`Fate of ${(params.id ?? '').slice(0, 12)}…`, matches) },
  { name: 'robots', content: 'noindex' },
];

export default function FateRoute() {
  const data = useLoaderData<typeof loader>();
  useWant('blocks', 'mempool-blocks');
  return (
    <>
      <Strip />
      <main className={`${pageStyles.page} ${txStyles.txPage}`} id="main">
        {data.kind === 'problem' && <ProblemPage problem={data.problem} />}
        {data.kind === 'bad' && (
          <MessagePage title="tx.bad.title" text="tx.bad.text" values={{ what: data.what }} home />
        )}
        {data.kind === 'none' && <MessagePage title="fate.none.title" text="fate.none.text" detail={data.txid} home />}
        {data.kind === 'fate' && <FatePage fate={data.fate} />}
      </main>
    </>
  );
}

const tones = { pool: 'warn', chain: 'ok', gone: 'bad' } as const;

function FatePage({ fate }: { fate: Fate }) {
  const text = useText();
  const { prefix } = usePlace();
  const { txid, now, status, events, raw } = fate;
  const height = status.block_height;
  return (
    <>
      <div className={`title-block ${pageStyles.titleBlock}`}>
        <h1>{text('fate.title')}</h1>
        <Hash
          value={txid}
          to={page.tx(prefix, txid)}
          copy
          tail={12}
          className={pageStyles.titleHash}
          part="title-hash"
        />
      </div>
      <section className={`${txStyles.story} ${txStyles.fate} ${tones[now]}`} data-part="story">
        <p className={txStyles.storyLine} data-part="story-line">
          {now === 'chain' ? text('fate.now.chain', { height: count(height ?? 0) }) : text(`fate.now.${now}`)}
        </p>
        <ol className={txStyles.stepsDown}>
          {events.map((event) => (
            <Step key={event.id} event={event} />
          ))}
          {now === 'chain' && (
            <li className="ok">
              <h2>
                {text('tx.inBlock')}{' '}
                {status.block_hash !== undefined && <BlockLink hash={status.block_hash} height={height ?? 0} />}
              </h2>
              {status.block_time !== undefined && (
                <p className="quiet">
                  <Moment time={status.block_time} />
                </p>
              )}
            </li>
          )}
        </ol>
        <p className={txStyles.storyFoot} data-part="story-foot">
          <Link to={page.tx(prefix, txid)}>{text('fate.page')}</Link>
        </p>
      </section>
      {raw !== undefined && <Raw raw={raw} isRemoved={now === 'gone'} />}
    </>
  );
}

function Step({ event }: { event: Fate['events'][number] }) {
  const text = useText();
  const { prefix } = usePlace();
  if (event.type === 'tx-added') {
    const own = feeRate(event.fee ?? 0, event.weight ?? 0);
    return (
      <li className="info">
        <h2>{text('fate.added')}</h2>
        <p className="quiet">
          <Moment time={event.time} />
        </p>
        {event.fee !== undefined && event.weight !== undefined && (
          <p>
            {text('fate.added.text', { fee: event.fee, vsize: count(Math.ceil(event.weight / 4)) })}
            {own !== undefined && (
              <>
                {' · '}
                <FeeRateText rate={own} dot />
              </>
            )}
          </p>
        )}
      </li>
    );
  }
  const reason = removalReason(event.reason);
  return (
    <li className={reason === 'mined' ? 'ok' : 'bad'}>
      <h2>
        {text(`fate.removed.${reason}`)}{' '}
        {event.certain !== undefined && (
          <span
            className={`badge ${event.certain ? 'ok' : 'warn'}`}
            {...(!event.certain && { title: text('fate.inferred.hint') })}
          >
            {text(event.certain ? 'fate.certain' : 'fate.inferred')}
          </span>
        )}
      </h2>
      <p className="quiet">
        <Moment time={event.time} />
      </p>
      <p>
        {text(`fate.removed.${reason}.text`)}
        {event.certain === false && `. ${text('fate.inferred.hint')}`}
      </p>
      {event.by !== undefined && (
        <p className={txStyles.fateBy} data-part="fate-by">
          {text('fate.by')} <Hash value={event.by} to={page.tx(prefix, event.by)} copy />
        </p>
      )}
    </li>
  );
}

/** Some browsers truncate longer fragments. */
const maxFragmentLength = 60_000;
/** Characters of raw hex shown. */
const shownLetters = 800;

function Raw({ raw, isRemoved }: { raw: string; isRemoved: boolean }) {
  const text = useText();
  const { prefix } = usePlace();
  const canHandOver = raw.length <= maxFragmentLength;
  return (
    <section className={`${cardStyles.card} ${txStyles.txSection}`} data-part="card" aria-labelledby="raw-title">
      <header className={cardStyles.cardHead} data-part="card-head">
        <h2 id="raw-title">{text('fate.raw')}</h2>
        <CopyButton value={raw} />
      </header>
      {isRemoved && (
        <p className={cardStyles.cardText} data-part="card-text">
          {text('fate.raw.text')}
        </p>
      )}
      <p className={`code ${txStyles.rawHex}`}>
        {raw.slice(0, shownLetters)}
        {raw.length > shownLetters && '…'}
      </p>
      {canHandOver && (
        <p className={`${formStyles.formRow} js-only`}>
          <Link className="button" to={page.preview(prefix, raw)}>
            {text('fate.decode')}
          </Link>
          {isRemoved && <Link to={page.push(prefix, raw)}>{text('fate.resend')}</Link>}
        </p>
      )}
    </section>
  );
}
