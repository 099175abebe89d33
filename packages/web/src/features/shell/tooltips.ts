/** Distance between the tooltip and what it belongs to, and least distance to the edge of the window, px. */
const gap = 8;

/**
 * Shows the `title` of whatever is pointed at, focused or tapped as our own tooltip: at once, without animation, and to
 * the keyboard and the finger too, which a browser's tooltip is not. While it is shown the element has no `title`, so that
 * it is not said twice; without this module and without JavaScript the browser's one remains.
 * @param first  what was pointed at or focused before we were here @returns ends it
 */
export function startTooltips(page: Document, first: Element): () => void {
  let shown: { owner: Element; words: string; box: HTMLElement } | undefined;

  const hide = () => {
    if (shown === undefined) return;
    const { owner, words, box } = shown;
    shown = undefined;
    box.remove();
    owner.removeAttribute('aria-describedby');
    // Whoever set another one meanwhile knows better.
    if (!owner.hasAttribute('title')) owner.setAttribute('title', words);
  };

  const show = (owner: Element) => {
    if (shown?.owner === owner) return;
    hide();
    const words = owner.getAttribute('title');
    if (words === null || words === '') return;
    const box = page.createElement('div');
    box.className = 'tooltip';
    box.id = 'tooltip';
    box.role = 'tooltip';
    const inner = page.createElement('div');
    inner.className = 'tooltip-inner';
    inner.dir = 'auto';
    inner.textContent = words;
    box.append(inner);
    page.body.append(box);
    owner.removeAttribute('title');
    // What is named by the same words need not be described by them.
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
    // A link around something with a title is the only thing of it that takes the focus.
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
    // What gets the focus is scrolled into view: its words go with it.
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

/** Above its owner where there is room, else below, and always inside the window. */
function place(owner: DOMRect, box: HTMLElement, width: number): void {
  const size = box.getBoundingClientRect();
  const left = owner.left + owner.width / 2 - size.width / 2;
  const above = owner.top - size.height - gap;
  box.style.left = `${Math.max(gap, Math.min(width - size.width - gap, left))}px`;
  box.style.top = `${above >= gap ? above : owner.bottom + gap}px`;
}
