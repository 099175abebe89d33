/** A scrollable table that can receive the keyboard focus. */
export function TableScroll({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable
    <section data-part="table-scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
