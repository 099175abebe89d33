import { Link } from 'react-router';
import { usePlace } from '../context/site-context.ts';
import { type TextId, useText } from '../messages/use-text.ts';
import { page } from '../url.ts';

/** A page that has nothing else to show: one honest sentence, what to do, and a way on. */
export function MessagePage(props: {
  title: TextId;
  text: TextId;
  values?: Record<string, string | number>;
  detail?: string;
  home?: boolean;
  children?: React.ReactNode;
}) {
  const text = useText();
  const { prefix } = usePlace();
  return (
    <section className="sentence" role="status">
      <h1>{text(props.title, props.values)}</h1>
      <p>{text(props.text, props.values)}</p>
      {props.detail !== undefined && <p className="quiet">{props.detail}</p>}
      {props.children}
      {props.home && (
        <p>
          <Link className="button" to={page.home(prefix)}>
            {text('error.home')}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Why a page's data did not come. */
export interface PageProblem {
  status: number;
  message: string;
}

/** The data of a page did not come: what is so, with the server's own words. */
export function ProblemPage({ problem }: { problem: PageProblem }) {
  const away = problem.status === 0 || problem.status >= 500;
  return (
    <MessagePage
      title={away ? 'error.away.title' : 'error.refused.title'}
      text={away ? 'error.away.text' : 'error.refused.text'}
      detail={problem.message}
      home
    />
  );
}
