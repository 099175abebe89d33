import type { Feed } from '@glassblock/contract';
import { useWant } from '../../../context/live.ts';
import type { Messages } from '../../../messages/texts.ts';
import { type PageProblem, ProblemPage } from '../../../ui/failures/MessagePage.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';
import { LiquidStrip } from './LiquidStrip.tsx';

const none: readonly Feed[] = [];

/**
 * Frame of a page of Liquid: the strip of blocks, if it has one, and its content or why there is none. It subscribes to
 * blocks and the mempool.
 */
export function LiquidPage(props: {
  /** Shows the strip, with the block of this height marked, or the projected block of this index. */
  strip?: { marked?: number | undefined; projected?: number | undefined };
  /** Why the data of the page could not be loaded. */
  problem?: PageProblem | undefined;
  /** Texts that only this page has. */
  texts?: Messages;
  /** Further feeds of the page. */
  feeds?: readonly Feed[];
  className?: string | undefined;
  children?: React.ReactNode;
}) {
  const { strip, problem, texts, feeds, className = '', children } = props;
  useWant('blocks', 'stats', 'mempool-blocks', ...(feeds ?? none));
  const content = problem === undefined ? children : <ProblemPage problem={problem} />;
  return (
    <>
      {strip !== undefined && <LiquidStrip height={strip.marked} projectedIndex={strip.projected} />}
      <main className={`${pageStyles.page} ${className}`} id="main">
        {texts === undefined ? content : <MoreTexts texts={texts}>{content}</MoreTexts>}
      </main>
    </>
  );
}
