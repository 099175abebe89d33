import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../messages/use-text.ts';
import { CopyIcon, TickIcon } from './icons.tsx';

/**
 * Shows a hash or address: the head may be truncated, the tail stays; copying and screen readers use the full value.
 * An external link opens a new tab.
 */
export function Hash(props: {
  value: string;
  to?: string;
  external?: boolean;
  copy?: boolean;
  /** Characters that stay visible; 4 unless given. */
  tail?: number;
  className?: string | undefined;
  part?: string;
}) {
  const tail = props.tail ?? 4;
  const head = props.value.slice(0, -tail);
  const body = (
    <span className="hash-text">
      <span className="hash-head">{head}</span>
      <span className="hash-tail">{props.value.slice(-tail)}</span>
    </span>
  );
  return (
    <span className={`hash ${props.className ?? ''}`} data-part={props.part} title={props.value}>
      {props.to === undefined ? (
        body
      ) : (
        <Link to={props.to} {...(props.external && { target: '_blank', rel: 'noopener' })}>
          {body}
        </Link>
      )}
      {props.copy && <CopyButton value={props.value} />}
    </span>
  );
}

/** Copies without the clipboard API, which plain http lacks: by selecting a text field. */
function copyOldWay(value: string): boolean {
  const field = document.createElement('textarea');
  field.value = value;
  field.className = 'off-screen';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ value }: { value: string }) {
  const text = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const clipboard = 'clipboard' in navigator ? navigator.clipboard : undefined;
    try {
      if (clipboard) await clipboard.writeText(value);
      else if (!copyOldWay(value)) return;
    } catch {
      if (!copyOldWay(value)) return;
    }
    setCopied(true);
  };
  return (
    <button
      type="button"
      className="icon-button copy js-only"
      onClick={() => void copy()}
      aria-label={copied ? text('copy.done') : text('copy.label')}
    >
      {copied ? <TickIcon /> : <CopyIcon />}
    </button>
  );
}
