/** Number of last letters of an address that are always shown: users compare them. */
const tailLetters = 8;

/** Shows an address that matches a typed prefix; on narrow screens its middle is truncated, never its end. */
export function MatchedAddress({ text, prefixLength }: { text: string; prefixLength: number }) {
  const split = Math.max(prefixLength, text.length - tailLetters);
  return (
    <span className="hash-text">
      <span className="hash-head">
        <mark>{text.slice(0, prefixLength)}</mark>
        {text.slice(prefixLength, split)}
      </span>
      <span className="hash-tail">{text.slice(split)}</span>
    </span>
  );
}
