/** Icon of assets: a stack of three disks, in the text color. */
export function AssetIcon({ size = 16 }: { size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} className="icon" aria-hidden="true" focusable="false">
      <path d="M2.5 4c0-1.1 2.5-2 5.500-2s5.500.9 5.500 2-2.500 2-5.500 2-5.500-.9-5.500-2zM2.500 4v4c0 1.100 2.500 2 5.500 2s5.500-.9 5.500-2V4M2.500 8v4c0 1.100 2.500 2 5.500 2s5.500-.9 5.500-2V8" />
    </svg>
  );
}
