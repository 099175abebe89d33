import { useEffect, useState } from 'react';

/** A moment: in UTC as the server writes it, then in the visitor's time. @param time  Unix seconds */
export function Moment({ time }: { time: number }) {
  const [isLocal, setLocal] = useState(false);
  useEffect(() => setLocal(true), []);
  const date = new Date(time * 1000);
  const shown = isLocal
    ? date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
    : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return (
    <time dateTime={date.toISOString()} className="figure">
      {shown}
    </time>
  );
}
