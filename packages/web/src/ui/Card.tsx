/** Shows a card with a title. */
export function Card(props: {
  title: string;
  id: string;
  className?: string | undefined;
  aside?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <section className={`card ${props.className ?? ''}`} aria-labelledby={props.id}>
      <header className="card-head">
        <h2 id={props.id}>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

/** Placeholder of a loading value. */
export const Skeleton = () => <span className="skeleton-loader" aria-hidden="true" />;
