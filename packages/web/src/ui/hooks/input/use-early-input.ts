import { useBrowserLayoutEffect } from '../use-browser-layout-effect.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reports input from before hydration to React, which adopts the fields without events: otherwise the next render would
 * restore the server's values.
 */
export function useEarlyInput(): void {
  useBrowserLayoutEffect(() => {
    for (const field of document.querySelectorAll<Field>('input, textarea, select')) report(field);
  }, []);
}

function report(field: Field): void {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex((option) => option.defaultSelected);
    if (field.selectedIndex !== Math.max(0, first)) field.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    if (field.checked !== field.defaultChecked) check(field);
  } else if (field.value !== serverText(field)) retype(field);
}

/** Returns the initial value as the field normalizes it: that of a slider is one of its steps. */
function serverText(field: HTMLInputElement | HTMLTextAreaElement): string {
  const other = field.cloneNode() as typeof field;
  other.value = field.defaultValue;
  return other.value;
}

/** Replays a click on a checkbox: resets it to the server's state and clicks. */
function check(box: HTMLInputElement): void {
  box.checked = box.defaultChecked;
  box.click();
}

/** React compares with the value last set through the element, so only the second value bypasses its setter. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value: typed, selectionStart: from, selectionEnd: to } = field;
  field.value = field.defaultValue;
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, typed);
  if (from !== null) field.setSelectionRange(from, to);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
