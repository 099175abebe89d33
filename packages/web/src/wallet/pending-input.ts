/** Input that the search passes to the wallet desk. It is in no URL and no storage, and is read once. */
let pending: string | undefined;

/** Passes an extended key or a descriptor to the wallet desk. */
export function passToDesk(text: string): void {
  pending = text;
}

/** Returns the input that was passed, once. */
export function takePassedInput(): string {
  const text = pending ?? '';
  pending = undefined;
  return text;
}
