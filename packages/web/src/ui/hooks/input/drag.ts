/** Speed at which gliding ends, px/ms. */
export const stopSpeed = 0.005;
const clickSlack = 5;

/** Returns the speed after `ms` of gliding. */
export const glide = (speed: number, ms: number): number => speed * Math.exp(-ms / 280);

/**
 * Enables scrolling by mouse drag with momentum. Touch scrolling is the browser's.
 * @param early pointer events since the mouse came near, oldest first; they take effect now
 * @returns a function that removes the listeners
 */
export function enableDragScroll(box: HTMLElement, early: readonly PointerEvent[]): () => void {
  let held = false;
  let travelled = 0;
  let speed = 0;
  let lastX = 0;
  let lastTime = 0;
  let frame = 0;

  const down = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    held = true;
    travelled = 0;
    speed = 0;
    lastX = event.clientX;
    lastTime = event.timeStamp;
    cancelAnimationFrame(frame);
  };
  const move = (event: PointerEvent) => {
    if (!held) return;
    const distance = event.clientX - lastX;
    const ms = Math.max(1, event.timeStamp - lastTime);
    travelled += Math.abs(distance);
    speed = 0.7 * (distance / ms) + 0.3 * speed;
    lastX = event.clientX;
    lastTime = event.timeStamp;
    box.scrollLeft -= distance;
    if (travelled > clickSlack) box.dataset['dragging'] = '';
  };
  const up = (event: PointerEvent) => {
    if (!held) return;
    held = false;
    if (event.timeStamp - lastTime > 80) speed = 0;
    let before = performance.now();
    const step = (now: number) => {
      box.scrollLeft -= speed * (now - before);
      speed = glide(speed, now - before);
      before = now;
      if (Math.abs(speed) > stopSpeed) frame = requestAnimationFrame(step);
      else delete box.dataset['dragging'];
    };
    frame = requestAnimationFrame(step);
  };
  const click = (event: MouseEvent) => {
    if (travelled > clickSlack) event.preventDefault();
    travelled = 0;
  };
  const handlers: Readonly<Record<string, (event: PointerEvent) => void>> = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: up,
  };
  for (const event of early) handlers[event.type]?.(event);
  // the click of a finished drag is over
  if (!held) travelled = 0;
  box.addEventListener('pointerdown', down);
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
  box.addEventListener('click', click, true);
  return () => {
    cancelAnimationFrame(frame);
    box.removeEventListener('pointerdown', down);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', up);
    box.removeEventListener('click', click, true);
  };
}
