/** Letters at the end of an address that are always there: who compares looks at them. */
const tailLetters = 8;

/** An address whose beginning was typed; on narrow screens its middle is left out, never its end. */
export function BegunText({ text, begun }: { text: string; begun: number }) {
  const split = Math.max(begun, text.length - tailLetters);
  return (
    <span className="hash-text">
      <span className="hash-head">
        <mark>{text.slice(0, begun)}</mark>
        {text.slice(begun, split)}
      </span>
      <span className="hash-tail">{text.slice(split)}</span>
    </span>
  );
}
