import type { LightningLatest, RankedNode } from '@glassblock/contract';
import { Link } from 'react-router';
import { usePlace } from '../../../context/site-context.ts';
import type { Part } from '../../../data/part.ts';
import { useText } from '../../../messages/use-text.ts';
import { Card } from '../../../ui/Card.tsx';
import { Failed } from '../../../ui/failures/Failed.tsx';
import { lightningPage } from '../lightning-url.ts';
import { type RankingName, RankingTable, rankingTitles } from './RankingTable.tsx';

/** Lists the first nodes of a ranking, with a link to the whole one. @param props.latest for shares of the network */
export function RankingCard(props: {
  by: RankingName;
  nodes: Part<RankedNode[]>;
  latest: LightningLatest | undefined;
}) {
  const text = useText();
  const { prefix } = usePlace();
  const { by, nodes, latest } = props;
  return (
    <Card
      title={text(rankingTitles[by])}
      id={`ranking-${by}`}
      aside={
        <Link to={lightningPage.ranking(prefix, by)} className="more">
          {text('lightning.more')}
        </Link>
      }
    >
      {nodes.problem && <Failed problem={nodes.problem} />}
      {nodes.body && <RankingTable by={by} nodes={nodes.body} total={latest?.latest} isShort />}
    </Card>
  );
}
