/** Line icons of our own; 16 px, in the text color. */
function Icon({ d, size = 16 }: { d: string; size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} className="icon" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}

/** Copies a text. */
export const CopyIcon = () => <Icon d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" size={14} />;
/** The text was copied. */
export const TickIcon = () => <Icon d="M3 8.5l3.5 3.5L13 4.5" size={14} />;
/** Search. */
export const SearchIcon = () => <Icon d="M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.4 10.4l3.3 3.3" size={18} />;
/** Settings. */
export const GearIcon = () => <Icon d="M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7M11 2.5v4M5 9.5v4" size={18} />;
/** Menu. */
export const MenuIcon = () => <Icon d="M2 4h12M2 8h12M2 12h12" size={20} />;
/** Closes a dialog or notice. */
export const CloseIcon = () => <Icon d="M4 4l8 8M12 4l-8 8" />;
/** Blocks. */
export const BlocksIcon = () => <Icon d="M8 1.8l5.5 3v6.4l-5.5 3-5.5-3V4.8zM2.5 4.8l5.5 3 5.5-3M8 7.8v6.4" />;
/** Mining. */
export const MiningIcon = () => <Icon d="M2.5 6.5c2.5-4 8.5-4 11 0M8 3.5l-4.5 10M6.7 6.4l2.6 1.1" />;
/** Accelerations. */
export const AccelerationIcon = () => <Icon d="M3.5 8.5L8 4l4.5 4.5M3.5 13L8 8.5l4.5 4.5" />;
/** Lightning. */
export const LightningIcon = () => <Icon d="M9.5 1.5L3.5 9h4l-1 5.5L12.5 7h-4z" />;
/** Graphs. */
export const GraphIcon = () => <Icon d="M2 2v12h12M4.5 11l3-4 2.5 2 3.5-5" />;
/** API documentation. */
export const DocsIcon = () => <Icon d="M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5" />;
/** About. */
export const InfoIcon = () => <Icon d="M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM8 7.3v4M8 4.7v.1" />;
/** From inputs to outputs. */
export const ArrowIcon = () => <Icon d="M3 8h9M8.5 4.5L12 8l-3.5 3.5" size={14} />;
/** Previous page. */
export const LeftIcon = () => <Icon d="M10 3L5 8l5 5" />;
/** Next page. */
export const RightIcon = () => <Icon d="M6 3l5 5-5 5" />;
/** First page. */
export const FirstIcon = () => <Icon d="M13 3L8 8l5 5M8 3L3 8l5 5" />;
/** Last page. */
export const LastIcon = () => <Icon d="M3 3l5 5-5 5M8 3l5 5-5 5" />;
/** Changes the direction of time. */
export const SwapIcon = () => <Icon d="M2.5 5.5h10L9.5 2.5M13.5 10.5h-10l3 3" />;
/** Back to the tip. */
export const TipIcon = () => <Icon d="M3 8a5 5 0 1 1 1.6 3.7M3 12.5v-3h3" />;
/** Fees as labels of blocks. */
export const BitcoinIcon = () => <Icon d="M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 5v6M6 7l2-2 2 2" />;
/** Sizes as labels of blocks. */
export const SizeIcon = () => <Icon d="M2.5 5.5L8 2.5l5.5 3v5L8 13.5l-5.5-3zM2.5 5.5L8 8.5l5.5-3M8 8.5v5" />;
/** Shows a QR code. */
export const QrIcon = () => (
  <Icon
    d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5v.1M13.5 9.5v.1M11.5 11.5v.1M9.5 13.5v.1M13.5 13.5v.1"
    size={18}
  />
);
/** Reloads. */
export const ReloadIcon = () => <Icon d="M13 8a5 5 0 1 1-1.6-3.7M13 3v3h-3" />;
