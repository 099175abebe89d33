import { useId } from 'react';
import { feeStep } from '../../format/rate.ts';
import cubeStyles from './cube.module.css';

const side = 92;
const depthX = 20;
const depthY = 18;
const left = 2;
const bottom = 114;
const top = bottom - side;
const right = left + side;

const points = (...pairs: readonly (readonly [number, number])[]): string =>
  pairs.map((pair) => pair.join(',')).join(' ');

/**
 * Shows a block as a glass cube, filled from the bottom by block fullness and colored by fee rates, lowest at the
 * bottom. SVG without style attributes; the theme sets the colors.
 * @param full 0 to 1
 * @param rates sat/vB, ascending; empty for an empty cube
 */
export function Cube({
  full,
  rates,
  className = '',
}: {
  full: number;
  rates: readonly number[];
  className?: string | undefined;
}) {
  const id = useId();
  const share = Number.isFinite(full) ? Math.min(1, Math.max(0, full)) : 0;
  const level = bottom - side * share;
  const steps = rates.map(feeStep);
  const two = steps.length > 1 ? steps : [steps[0] ?? 0, steps[0] ?? 0];
  const stops = two.map((step, place) => ({ step, offset: place / (two.length - 1) }));
  const highest = stops.at(-1)?.step ?? 0;
  return (
    <svg
      viewBox="0 0 116 117"
      className={`${cubeStyles.cube} ${className}`}
      data-part="cube"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id={`${id}f`} x1="0" y1="1" x2="0" y2="0">
          {stops.map(({ step, offset }) => (
            <stop key={offset} offset={offset} className={`fee-stop-${step}`} />
          ))}
        </linearGradient>
        <linearGradient id={`${id}s`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className={cubeStyles.cubeLight} stopOpacity=".42" />
          <stop offset=".45" className={cubeStyles.cubeLight} stopOpacity=".06" />
          <stop offset="1" className={cubeStyles.cubeLight} stopOpacity="0" />
        </linearGradient>
      </defs>
      <path
        className={cubeStyles.cubeBack}
        d={`M${left + depthX} ${bottom - depthY}V${top - depthY}M${left + depthX} ${bottom - depthY}H${right + depthX}M${left + depthX} ${bottom - depthY}L${left} ${bottom}`}
      />
      {share > 0 && (
        <g>
          <polygon
            className={`fee-fill-${highest} ${cubeStyles.cubeSurface}`}
            points={points(
              [left, level],
              [left + depthX, level - depthY],
              [right + depthX, level - depthY],
              [right, level],
            )}
          />
          <polygon
            fill={`url(#${id}f)`}
            className={cubeStyles.cubeSideFill}
            points={points(
              [right, bottom],
              [right + depthX, bottom - depthY],
              [right + depthX, level - depthY],
              [right, level],
            )}
          />
          <rect
            x={left}
            y={level}
            width={side}
            height={bottom - level}
            fill={`url(#${id}f)`}
            className={cubeStyles.cubeFrontFill}
          />
          <path d={`M${left} ${level}H${right}`} className={cubeStyles.cubeLevel} />
        </g>
      )}
      <polygon
        className={cubeStyles.cubeShade}
        points={points(
          [right, bottom],
          [right + depthX, bottom - depthY],
          [right + depthX, top - depthY],
          [right, top],
        )}
      />
      <polygon
        className={cubeStyles.cubeLid}
        points={points([left, top], [left + depthX, top - depthY], [right + depthX, top - depthY], [right, top])}
      />
      <rect x={left} y={top} width={side} height={side} fill={`url(#${id}s)`} />
      <polygon
        className={cubeStyles.cubeBeam}
        points={points([left, top + 8], [left + 40, top], [left + 58, top], [left, top + 34])}
      />
      <path
        className={cubeStyles.cubeEdge}
        d={`M${left} ${top}H${right}V${bottom}H${left}zM${left} ${top}l${depthX} ${-depthY}H${right + depthX}V${bottom - depthY}L${right} ${bottom}M${right} ${top}l${depthX} ${-depthY}`}
      />
      <path className={cubeStyles.cubeGlint} d={`M${left} ${bottom}V${top}l${depthX} ${-depthY}`} />
    </svg>
  );
}

/** Returns the fee rates of the cube of a block, without the maximum, which is usually an outlier. */
export function cubeRates(feeRange: readonly number[]): readonly number[] {
  return feeRange.length > 2 ? feeRange.slice(0, -1) : feeRange;
}
