import type { WidgetOf } from '@glassblock/contract';
import { Link } from 'react-router';
import { proofsPage } from '../../data/operator/operator-url.ts';
import type { ProofPage } from '../../data/operator/proof-rows.ts';
import type { Part } from '../../data/part.ts';
import type { ProofsWidget } from '../../data/watched/board-data.ts';
import { count } from '../../format/amount.ts';
import texts from '../../messages/en.json?operator';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { Failed } from '../../ui/failures/Failed.tsx';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import { ProofTable } from '../operator/ProofTable.tsx';

interface Props {
  id: string;
  widget: WidgetOf<ProofsWidget>;
  data: Part<ProofPage>;
}

/** Shows the newest documents of a collection of proofs. */
export const ProofsCard = (props: Props) => (
  <MoreTexts texts={texts}>
    <Content {...props} />
  </MoreTexts>
);

function Content({ id, widget, data: { body, problem } }: Props) {
  const text = useText();
  const title =
    widget.title ?? (widget.key === 'verified' ? text('proofs.title') : `${text('proofs.title')}: ${widget.key}`);
  const all = (
    <Link to={proofsPage(widget.key)} className="more">
      {text('board.showAll', { count: count(body?.count ?? 0) })}
    </Link>
  );
  return (
    <Card id={id} title={title} aside={body && body.count > 0 ? all : undefined}>
      {problem && <Failed problem={problem} />}
      {body &&
        (body.count === 0 ? (
          <p className="quiet">{text('proofs.none')}</p>
        ) : (
          <ProofTable rows={body.rows} isShort={(widget.width ?? 'full') !== 'full'} />
        ))}
    </Card>
  );
}
