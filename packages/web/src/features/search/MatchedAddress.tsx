/** Letters at the end of an address that are always there: who compares looks at them. */
const tailLetters = 8;

/** An address whose beginning was typed; on narrow screens its middle is left out, never its end. */
export function MatchedAddress({ text, typedPrefix }: { text: string; typedPrefix: number }) {
  const split = Math.max(typedPrefix, text.length - tailLetters);
  return (
    <span className="hash-text">
      <span className="hash-head">
        <mark>{text.slice(0, typedPrefix)}</mark>
        {text.slice(typedPrefix, split)}
      </span>
      <span className="hash-tail">{text.slice(split)}</span>
    </span>
  );
}
