// Page `/board/:name`: widgets that the operator chose.
import type { Board } from '@glassblock/contract';
import { type MetaArgs, useLoaderData } from 'react-router';
import { useWant } from '../../../context/live.ts';
import { inBrowser, type Loaded, type LoadKit, onServer } from '../../../data/load.ts';
import { pageTitle } from '../../../data/page/page-title.ts';
import { type LoadedWidget, loadWidgets, pathsOf } from '../../../data/watched/board-data.ts';
import { siteApi } from '../../../data/watched/watched-url.ts';
import { BoardHead } from '../../../features/board/BoardHead.tsx';
import styles from '../../../features/board/board.module.css';
import { WidgetView, widthOf } from '../../../features/board/WidgetView.tsx';
import { widgetSpans } from '../../../features/board/widget-spans.ts';
import { useReloadOnBlock } from '../../../features/mining/use-reload-on-block.ts';
import { Strip } from '../../../features/strip/Strip.tsx';
import texts from '../../../messages/en.json?board';
import mining from '../../../messages/en.json?mining';
import { PageUnavailable } from '../../../ui/failures/PageUnavailable.tsx';
import { MoreTexts } from '../../../ui/MoreTexts.tsx';
import pageStyles from '../../../ui/page.module.css';

interface Data {
  board: Omit<Board, 'widgets'> | undefined;
  widgets: readonly LoadedWidget[];
  paths: readonly string[];
}

async function load({ api: ask, site, network, prefix, params }: LoadKit): Promise<Loaded<Data>> {
  const none: Loaded<Data> = { page: { board: undefined, widgets: [], paths: [] }, status: 404 };
  if (site.boards === undefined || network !== site.rootNetwork) return none;
  const answer = await ask.get<Board>(siteApi.board(site.boards, params['name'] ?? ''));
  if (!answer.ok) return none;
  const { widgets: given, ...board } = answer.body;
  const widgets = await loadWidgets(ask, prefix, answer.body);
  return { page: { board, widgets, paths: pathsOf({ widgets: given }, prefix) } };
}

export const loader = onServer(load);
export const clientLoader = inBrowser(load);
export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) => [
  { title: pageTitle(loaderData?.board?.title, matches) },
];

export default function BoardRoute() {
  return (
    <MoreTexts texts={texts}>
      <BoardPage />
    </MoreTexts>
  );
}

function BoardPage() {
  const { board, widgets, paths } = useLoaderData<typeof loader>();
  useWant('blocks', 'stats', 'mempool-blocks', 'live-2h-chart');
  useReloadOnBlock(paths);
  if (board === undefined) return <PageUnavailable />;
  const spans = widgetSpans(widgets.map(widthOf));
  return (
    <MoreTexts texts={mining}>
      {board.strip && <Strip />}
      <main className={pageStyles.page} id="main">
        <BoardHead board={board} />
        <div className={styles.board} data-cy="board">
          {widgets.map((each, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: widgets have no names and keep their places
            <WidgetView key={place} {...each} id={`widget-${place}`} span={spans[place]!} />
          ))}
        </div>
      </main>
    </MoreTexts>
  );
}
