/** Shows a name and its value in a list of facts. */
export function Fact({ label, title, children }: { label: string; title?: string; children: React.ReactNode }) {
  return (
    <div>
      <dt title={title}>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
