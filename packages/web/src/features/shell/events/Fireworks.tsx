import { useEffect, useRef } from 'react';
import bannerStyles from '../../../ui/banner.module.css';
import { showMs, sparksAt, staticFrameMs } from './sparks.ts';

const colourNames = ['--accent', '--warn', '--ok', '--info', '--bad'];

/** Draws fireworks behind the text of a banner; a still frame with reduced motion and after they have ended. */
export default function Fireworks() {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const pen = canvas?.getContext('2d');
    if (!canvas || !pen) return undefined;
    const style = getComputedStyle(canvas);
    const colours = colourNames.map((name) => style.getPropertyValue(name).trim());
    const ratio = Math.min(2, window.devicePixelRatio);
    let frame = 0;
    const draw = (time: number) => {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (canvas.width !== Math.round(width * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
      }
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      for (const { x, y, glow, colour } of sparksAt(time, width, height)) {
        pen.globalAlpha = glow;
        pen.fillStyle = colours[colour % colours.length] ?? 'white';
        pen.beginPath();
        pen.arc(x, y, 0.8 + 1.4 * glow, 0, 2 * Math.PI);
        pen.fill();
      }
    };
    const still = () => draw(staticFrameMs);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      still();
    } else {
      const start = performance.now();
      const step = (now: number) => {
        if (now - start >= showMs) return still();
        draw(now - start);
        frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    }
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div aria-hidden="true">
      <canvas ref={ref} className={`pyro ${bannerStyles.pyro}`} />
    </div>
  );
}
