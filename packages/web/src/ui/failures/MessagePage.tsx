import { Link } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { type TextId, useText } from '../../messages/use-text.ts';
import { page } from '../../url.ts';
import messageStyles from './message-page.module.css';

/** A page with only a message, advice, and a link. */
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
    <section className={messageStyles.sentence} data-part="sentence" role="status">
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

/** Why the data of a page could not be loaded. */
export interface PageProblem {
  status: number;
  message: string;
}

/** A page whose data could not be loaded, with the server's error. */
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
