import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import outlineUrl from 'world-atlas/countries-110m.json?url';
import { usePlace } from '../../context/site-context.ts';
import { count } from '../../format/amount.ts';
import { useText } from '../../messages/use-text.ts';
import { escapeInvisible } from '../../script/chain-text.ts';
import { useAnswer } from '../../ui/hooks/use-answer.ts';
import { useBrowserLayoutEffect } from '../../ui/hooks/use-browser-layout-effect.ts';
import { useWidth } from '../../ui/hooks/use-width.ts';
import { Capacity } from '../lightning/lightning-figures.tsx';
import { lightningPage } from '../lightning/lightning-url.ts';
import { drawMap, type MapOutline } from './draw-map.ts';
import { type MapNode, type MapScene, nearestNode } from './map-scene.ts';
import { clampView, fit, type MapView, project, worldScale, worldView, zoom } from './map-view.ts';
import { countryRings, pathOf, type Topology } from './outline.ts';
import { type MapGestures, useMapGestures, zoomStep } from './use-map-gestures.ts';
import styles from './world-map.module.css';

async function fetchOutline(): Promise<MapOutline> {
  const answer = await fetch(outlineUrl);
  if (!answer.ok) throw new Error(`the outline of the map cannot be loaded (${answer.status})`);
  const { fill, borders } = pathOf(countryRings((await answer.json()) as Topology));
  return { fill: new Path2D(fill), borders: new Path2D(borders) };
}

const minHeightPx = 240;

/** Shows nodes and channels on a map of the world, to pan and to zoom. @param props.isFitted shows all points first */
export default function WorldMap({ scene, isFitted = false }: { scene: MapScene; isFitted?: boolean }) {
  const text = useText();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  const [box, width] = useWidth<HTMLElement>(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useMemo(() => ({ width, height: Math.max(minHeightPx, Math.round(width * 0.43)) }), [width]);
  const [chosen, setChosen] = useState<MapView>();
  const [pointed, setPointed] = useState<MapNode>();
  const { data: outline } = useAnswer('outline', fetchOutline);
  const first = useMemo(
    () => (isFitted ? fit([...scene.nodes.map(({ at }) => at), ...scene.lines.flat()], size) : worldView(size)),
    [isFitted, scene, size],
  );
  const view = useMemo(() => (chosen === undefined ? first : clampView(chosen, size)), [chosen, first, size]);
  const isZoomed = view.scale > 1.01 * worldScale(size);

  // a canvas is cleared when its size changes: it is drawn before the browser paints
  useBrowserLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || width === 0) return undefined;
    return drawMap(context, scene, { view, size, outline });
  }, [scene, view, size, outline, width]);

  const nodeAt = useCallback(
    (at: readonly [number, number]) => nearestNode(scene.nodes, at, view, size),
    [scene, view, size],
  );
  const gestures: MapGestures = {
    change: (next) => setChosen((before) => next(before === undefined ? first : clampView(before, size))),
    point: (at) => setPointed(at === undefined ? undefined : nodeAt(at)),
    pick(at) {
      const node = nodeAt(at);
      // a finger has no pointer: the first tap shows the name
      if (node !== undefined && node === pointed) void navigate(lightningPage.node(prefix, node.publicKey));
      else setPointed(node);
    },
  };
  useMapGestures(box, { size, isZoomed, gestures });
  const zoomBy = (factor: number) =>
    setChosen((before) => zoom(before ?? first, factor, [size.width / 2, size.height / 2], size));
  const ratio = typeof window === 'undefined' ? 1 : Math.min(2, window.devicePixelRatio || 1);
  return (
    <section
      ref={box}
      className={`${styles.map} js-only`}
      data-part="world-map"
      aria-label={text('lightning.map.area')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves the map
      tabIndex={0}
      {...(isZoomed && { 'data-zoomed': '' })}
      {...(pointed && { 'data-pointed': '' })}
    >
      <canvas
        ref={canvas}
        width={Math.max(1, size.width * ratio)}
        height={size.height * ratio}
        style={{ inlineSize: '100%', blockSize: `${size.height}px` }}
        role="img"
        aria-label={text('lightning.map.help')}
      />
      <div className={styles.buttons}>
        <button type="button" onClick={() => zoomBy(zoomStep)} aria-label={text('lightning.map.in')}>
          +
        </button>
        <button type="button" onClick={() => zoomBy(1 / zoomStep)} aria-label={text('lightning.map.out')}>
          −
        </button>
        <button type="button" onClick={() => setChosen(undefined)} aria-label={text('lightning.map.reset')}>
          ⟲
        </button>
      </div>
      {pointed && <NodeTip node={pointed} at={project(pointed.at, view, size)} width={size.width} />}
    </section>
  );
}

function NodeTip({ node, at: [x, y], width }: { node: MapNode; at: [number, number]; width: number }) {
  const text = useText();
  return (
    <div
      className={styles.tip}
      style={{
        insetBlockStart: `${Math.max(4, y + 12)}px`,
        ...(x > width / 2 ? { right: `${Math.max(4, width - x)}px` } : { left: `${Math.max(4, x)}px` }),
      }}
    >
      <strong>
        <bdi>{escapeInvisible(node.alias) || node.publicKey.slice(0, 20)}</bdi>
      </strong>
      <Capacity sats={node.sats} />
      <span>{text('lightning.map.channels', { count: node.channels, number: count(node.channels) })}</span>
      {node.place !== '' && <span className="quiet">{node.place}</span>}
    </div>
  );
}
