import encodeQR from 'qr';
import { useMemo } from 'react';
import { useText } from '../messages/use-text.ts';

/** Width of the quiet zone in modules. Source: ISO/IEC 18004 */
const quiet = 4;

/** Shows a text as a QR code, dark on light in every theme, as many readers require. */
export default function QrCode({ value, size = 200 }: { value: string; size?: number }) {
  const text = useText();
  const { cells, path } = useMemo(() => drawn(value), [value]);
  return (
    <svg
      className="qr-code"
      width={size}
      height={size}
      viewBox={`0 0 ${cells} ${cells}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={text('qr.label', { value })}
    >
      <rect width={cells} height={cells} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Returns runs of dark modules as one path. */
function drawn(value: string): { cells: number; path: string } {
  const rows = encodeQR(value, 'raw', { border: quiet, ecc: 'medium' });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      const from = x;
      while (row[x + 1] === true) x++;
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`;
    }
  });
  return { cells: rows.length, path };
}
