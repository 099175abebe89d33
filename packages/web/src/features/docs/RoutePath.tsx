/** The path of a route without the common prefix, with break opportunities. */
export function RoutePath({ method, path }: { method: 'GET' | 'POST'; path: string }) {
  const parts = path.replace(/^.*?\/api\//, '').split('/');
  return (
    <code>
      {method === 'POST' && <b>POST </b>}
      {parts.map((part, place) => (
        <span key={parts.slice(0, place + 1).join('/')}>
          {place > 0 && '/'}
          <wbr />
          {part}
        </span>
      ))}
    </code>
  );
}
