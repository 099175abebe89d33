import type { NodeChannel } from '@glassblock/contract';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router';
import { usePlace } from '../../../../context/site-context.ts';
import { amount } from '../../../../format/amount.ts';
import { useText } from '../../../../messages/use-text.ts';
import { escapeInvisible } from '../../../../script/chain-text.ts';
import { Card } from '../../../../ui/Card.tsx';
import styles from '../../lightning.module.css';
import { lightningPage } from '../../lightning-url.ts';
import { treemap } from './treemap.ts';

/** A channel as a rectangle. */
export type TreeChannel = Pick<NodeChannel, 'capacity' | 'short_id'> & { alias: string };

/** Units of the picture. */
const wide = 1_200;
const high = 480;
/** Opacity of a channel without capacity, and of the largest one: text on it must be legible. */
const minShade = 0.12;
const maxShade = 0.45;
/** Rectangles below this share of the sides have no text. */
const minWide = 0.085;
const minHigh = 0.11;
/** Mean width of a letter. */
const letterWide = 9.5;

/** Moves of the focus in the picture, to smaller or larger channels. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/**
 * Shows the active channels of a node as rectangles by capacity. The table of channels below has the same values. The
 * picture is one stop of the Tab key, which otherwise passed a thousand links; arrow keys move between its channels.
 */
export function ChannelTree({ channels }: { channels: readonly TreeChannel[] }) {
  const text = useText();
  const { prefix, network } = usePlace();
  const [focused, setFocused] = useState(0);
  const largest = channels[0]?.capacity ?? 0;
  if (channels.length < 2) return null;
  const tiles = treemap(
    channels.map(({ capacity }) => capacity),
    wide / high,
  );
  const stop = Math.min(focused, tiles.length - 1);
  function move(event: KeyboardEvent<HTMLAnchorElement>): void {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(tiles.length - 1, stop + step));
    setFocused(next);
    event.currentTarget.parentElement?.querySelectorAll<SVGAElement>(':scope > a')[next]?.focus();
  }
  return (
    <Card title={text('lightning.tree')} id="node-tree">
      <svg className={styles.tree} viewBox={`0 0 ${wide} ${high}`}>
        <title>{text('lightning.tree.label')}</title>
        {tiles.map(({ at, x, y, width, height }, place) => {
          const { capacity, short_id, alias } = channels[at]!;
          const { value, unit } = amount(capacity, 'btc', network, [4, 4]);
          const name = escapeInvisible(alias);
          const words = `${short_id}, ${name}, ${value} ${unit}`;
          const isNamed = width >= minWide && height >= minHigh;
          return (
            <Link
              key={short_id}
              to={lightningPage.channel(prefix, short_id)}
              aria-label={words}
              tabIndex={place === stop ? 0 : -1}
              onFocus={() => setFocused(place)}
              onKeyDown={move}
            >
              {/* an inner picture cuts off words that are still too long */}
              <svg x={wide * x} y={high * y} width={wide * width} height={high * height}>
                <title>{words}</title>
                <rect
                  width="100%"
                  height="100%"
                  fillOpacity={(minShade + (maxShade - minShade) * Math.sqrt(capacity / largest)).toFixed(2)}
                />
                {isNamed && (
                  <text x="10" y="26">
                    {shortened(name, (wide * width - 14) / letterWide)}{' '}
                    <tspan x="10" dy="22">
                      {value} {unit}
                    </tspan>
                  </text>
                )}
              </svg>
            </Link>
          );
        })}
      </svg>
    </Card>
  );
}

/** Returns a name, cut to a number of letters. */
function shortened(name: string, letters: number): string {
  const all = [...name];
  return all.length <= letters ? name : `${all.slice(0, Math.max(1, Math.floor(letters) - 1)).join('')}…`;
}
