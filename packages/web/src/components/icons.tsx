/** Small line icons of our own; 16 px, drawn in the colour of the text. */
function Icon({ d, size = 16 }: { d: string; size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} className="icon" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}

export const CopyIcon = () => <Icon d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" size={14} />;
export const TickIcon = () => <Icon d="M3 8.5l3.5 3.5L13 4.5" size={14} />;
export const SearchIcon = () => <Icon d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.4 10.4l3.3 3.3" size={18} />;
export const GearIcon = () => <Icon d="M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7M11 2.5v4M5 9.5v4" size={18} />;
export const ArrowIcon = () => <Icon d="M3 8h9M8.5 4.5L12 8l-3.5 3.5" size={14} />;
export const LeftIcon = () => <Icon d="M10 3L5 8l5 5" />;
export const RightIcon = () => <Icon d="M6 3l5 5-5 5" />;
export const SwapIcon = () => <Icon d="M2.5 5.5h10L9.5 2.5M13.5 10.5h-10l3 3" />;
export const TipIcon = () => <Icon d="M3 8a5 5 0 1 1 1.6 3.7M3 12.5v-3h3" />;
