import { type ReactNode, type SVGProps, useState } from 'react';
import { Link } from 'react-router';
import { ringPart } from '../../../charts/ring.ts';
import styles from './ring.module.css';

const inner = 62;
const outer = 98;

/** A part of a ring. */
export interface RingPart {
  key: string;
  /** Path of its page; undefined: none, a sum of small parts. */
  page: string | undefined;
  /** 0 to 1, clockwise from the top. */
  from: number;
  to: number;
  /** Attributes of its path, such as its color. */
  path: SVGProps<SVGPathElement>;
}

/**
 * Shows a ring whose parts link to their pages. It is for the pointer only: a table beside it has the same values and links.
 * @param props.hook `data-cy` of the figure
 * @param props.children returns the text in the center, by the index of the part at the pointer
 */
export function Ring(props: {
  parts: readonly RingPart[];
  hook?: string;
  children: (at: number | undefined) => ReactNode;
}) {
  const [at, setAt] = useState<number>();
  return (
    <figure className={styles.ring} onPointerLeave={() => setAt(undefined)} data-cy={props.hook}>
      <svg viewBox="-100 -100 200 200" aria-hidden="true" focusable="false">
        {props.parts.map((part, place) => {
          const onPointerEnter = () => setAt(place);
          return part.page === undefined ? (
            <g key={part.key} onPointerEnter={onPointerEnter}>
              <Segment part={part} />
            </g>
          ) : (
            <Link key={part.key} to={part.page} tabIndex={-1} onPointerEnter={onPointerEnter}>
              <Segment part={part} />
            </Link>
          );
        })}
      </svg>
      <figcaption>{props.children(at)}</figcaption>
    </figure>
  );
}

const Segment = ({ part: { from, to, path } }: { part: RingPart }) => (
  <path data-part="ring-part" {...path} d={ringPart(from, to, inner, outer)} />
);
