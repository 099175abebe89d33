import cardStyles from './card.module.css';

/** Shows a card with a title. */
export function Card(props: {
  title: string;
  id: string;
  className?: string | undefined;
  /** Name of the element in style sheets and tests: `data-part`. */
  part?: string;
  aside?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <section
      className={`${cardStyles.card} ${props.className ?? ''}`}
      data-part={`card ${props.part ?? ''}`}
      aria-labelledby={props.id}
    >
      <header className={cardStyles.cardHead} data-part="card-head">
        <h2 id={props.id}>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

/** Placeholder of a loading value. */
export const Skeleton = () => <span className="skeleton-loader" aria-hidden="true" />;
