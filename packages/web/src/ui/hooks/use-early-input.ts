import { useBrowserLayoutEffect } from './use-browser-layout-effect.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Tells the page, once it is alive, what a visitor typed or chose before that. React takes the fields over as they are
 * and hears of nothing: without this the next rendering would put back what the server had said.
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

/** The first value as the field itself shows it: a slider's lies on one of its steps. */
function serverText(field: HTMLInputElement | HTMLTextAreaElement): string {
  const other = field.cloneNode() as typeof field;
  other.value = field.defaultValue;
  return other.value;
}

/** A click, as the visitor's was: it turns the box from what the server had said. */
function check(box: HTMLInputElement): void {
  box.checked = box.defaultChecked;
  box.click();
}

/** React compares with what was last set through the element itself, so only the second value is set past it. */
function retype(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value: typed, selectionStart: from, selectionEnd: to } = field;
  field.value = field.defaultValue;
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, typed);
  if (from !== null) field.setSelectionRange(from, to);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
