import { ringPart } from '../../../charts/ring.ts';

/** A part of the ring in a saved file. */
export interface RingPicturePart {
  name: string;
  /** 0 to 1. */
  share: number;
  colour: string;
}

/** Background and text colors. */
export interface RingPaper {
  ground: string;
  ink: string;
}

const width = 900;
const ringSize = 560;
const lineHeight = 26;
const maxNames = 20;
const font = 'Inter Variable, Inter, sans-serif';

const placed = (parts: readonly RingPicturePart[]) => {
  let end = 0;
  return parts.map((part) => {
    const from = end;
    end += part.share;
    return { ...part, path: ringPart(from, end, 160, 260) };
  });
};

const line = ({ name, share }: RingPicturePart) => `${name}  ${(100 * share).toFixed(1)} %`;
const escaped = (text: string) => text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the labeled ring as an SVG file. */
export function ringSvg(parts: readonly RingPicturePart[], { ground, ink }: RingPaper): Blob {
  const named = parts.slice(0, maxNames);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${ringSize}" width="${width}" height="${ringSize}">`,
    `<rect width="${width}" height="${ringSize}" fill="${ground}"/>`,
    ...placed(parts).map(
      ({ path, colour }) => `<path transform="translate(280 280)" d="${path}" fill="${colour}" stroke="${ground}"/>`,
    ),
    ...named.map(
      (part, place) =>
        `<rect x="590" y="${18 + place * lineHeight}" width="13" height="13" rx="3" fill="${part.colour}"/><text x="612" y="${30 + place * lineHeight}" fill="${ink}" font-family="${font}" font-size="15">${escaped(line(part))}</text>`,
    ),
    '</svg>',
  ];
  return new Blob([svg.join('')], { type: 'image/svg+xml' });
}

/** Returns the labeled ring as a PNG file. */
export function ringPng(parts: readonly RingPicturePart[], { ground, ink }: RingPaper): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * ringSize;
  const brush = canvas.getContext('2d');
  if (brush === null) return Promise.resolve(undefined);
  brush.scale(2, 2);
  brush.fillStyle = ground;
  brush.fillRect(0, 0, width, ringSize);
  brush.font = `15px ${font}`;
  for (const [place, part] of parts.slice(0, maxNames).entries()) {
    brush.fillStyle = part.colour;
    brush.fillRect(590, 18 + place * lineHeight, 13, 13);
    brush.fillStyle = ink;
    brush.fillText(line(part), 612, 30 + place * lineHeight);
  }
  brush.translate(280, 280);
  brush.strokeStyle = ground;
  for (const { path, colour } of placed(parts)) {
    brush.fillStyle = colour;
    brush.fill(new Path2D(path));
    brush.stroke(new Path2D(path));
  }
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined)));
}
