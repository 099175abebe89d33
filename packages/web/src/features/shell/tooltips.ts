import styles from './tooltip.module.css';

/** Distance between tooltip and element, and minimum distance to the edge of the window, px. */
const gap = 8;

/**
 * Shows the `title` of an element as our own tooltip when it is hovered, focused or tapped: without delay, also for
 * keyboard and touch, unlike the browser's tooltip. While it is shown the element has no `title`, so that the browser
 * does not show a second one. Without JavaScript the browser's tooltip remains.
 * @param first element that was hovered or focused before this was loaded
 * @returns a function that removes the listeners
 */
export function startTooltips(page: Document, first: Element): () => void {
  let shown: { owner: Element; words: string; box: HTMLElement } | undefined;

  const hide = () => {
    if (shown === undefined) return;
    const { owner, words, box } = shown;
    shown = undefined;
    box.remove();
    owner.removeAttribute('aria-describedby');
    // a title that was set meanwhile takes precedence
    if (!owner.hasAttribute('title')) owner.setAttribute('title', words);
  };

  const show = (owner: Element) => {
    if (shown?.owner === owner) return;
    hide();
    const words = owner.getAttribute('title');
    if (words === null || words === '') return;
    const box = page.createElement('div');
    box.className = styles.tooltip ?? '';
    box.dataset['part'] = 'tooltip';
    box.id = 'tooltip';
    box.role = 'tooltip';
    const inner = page.createElement('div');
    inner.className = `tooltip-inner ${styles.tooltipInner}`;
    inner.dir = 'auto';
    inner.textContent = words;
    box.append(inner);
    page.body.append(box);
    owner.removeAttribute('title');
    // no description is needed when the label is the same text
    if (owner.getAttribute('aria-label') !== words) owner.setAttribute('aria-describedby', box.id);
    place(owner.getBoundingClientRect(), box, page.documentElement.clientWidth);
    shown = { owner, words, box };
  };

  const titled = (target: EventTarget | null): Element | undefined =>
    target instanceof Element ? (target.closest('[title]') ?? undefined) : undefined;
  const over = (event: PointerEvent) => {
    if (
      shown &&
      event.target instanceof Node &&
      (shown.owner.contains(event.target) || shown.box.contains(event.target))
    )
      return;
    const owner = titled(event.target);
    if (owner) show(owner);
    else if (event.pointerType === 'mouse') hide();
  };
  const focus = (event: FocusEvent) => {
    if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return;
    // a link around an element with a title receives the focus instead of it
    const owner = titled(event.target) ?? event.target.querySelector('[title]') ?? undefined;
    if (owner) show(owner);
    else hide();
  };
  const down = (event: PointerEvent) => {
    if (event.target instanceof Node && shown?.owner.contains(event.target)) return;
    hide();
  };
  const click = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a, button, summary')) hide();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  const scroll = () => {
    // a focused element is scrolled into view: its tooltip follows
    if (shown && (shown.owner.matches(':focus-within') || shown.owner.closest(':focus') !== null))
      place(shown.owner.getBoundingClientRect(), shown.box, page.documentElement.clientWidth);
    else hide();
  };
  page.addEventListener('pointerover', over);
  page.addEventListener('pointerdown', down);
  page.addEventListener('focusin', focus);
  page.addEventListener('focusout', hide);
  page.addEventListener('click', click);
  page.addEventListener('keydown', key);
  page.addEventListener('scroll', scroll, { capture: true, passive: true });
  const owner = titled(first);
  if (owner?.matches(':hover')) show(owner);
  return () => {
    hide();
    page.removeEventListener('pointerover', over);
    page.removeEventListener('pointerdown', down);
    page.removeEventListener('focusin', focus);
    page.removeEventListener('focusout', hide);
    page.removeEventListener('click', click);
    page.removeEventListener('keydown', key);
    page.removeEventListener('scroll', scroll, { capture: true });
  };
}

/** Places the tooltip above its element if there is room, else below, always inside the window. */
function place(owner: DOMRect, box: HTMLElement, width: number): void {
  const size = box.getBoundingClientRect();
  const left = owner.left + owner.width / 2 - size.width / 2;
  const above = owner.top - size.height - gap;
  box.style.left = `${Math.max(gap, Math.min(width - size.width - gap, left))}px`;
  box.style.top = `${above >= gap ? above : owner.bottom + gap}px`;
}
