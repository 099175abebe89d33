import shellStyles from '../shell.module.css';

/** Shows our logo: a glass cube seen from the corner, lit from the left. */
export function Logo({ size = 34 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      className={shellStyles.logo}
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="logo-left" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className={shellStyles.logoLight} stopOpacity=".95" />
          <stop offset="1" className={shellStyles.logoGlass} stopOpacity=".55" />
        </linearGradient>
        <linearGradient id="logo-right" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" className={shellStyles.logoGlass} stopOpacity=".5" />
          <stop offset="1" className={shellStyles.logoDeep} stopOpacity=".9" />
        </linearGradient>
        <linearGradient id="logo-top" x1="0" y1=".5" x2="1" y2=".5">
          <stop offset="0" className={shellStyles.logoLight} stopOpacity=".85" />
          <stop offset="1" className={shellStyles.logoGlass} stopOpacity=".35" />
        </linearGradient>
      </defs>
      <path d="M6 14L24 24v21L6 35z" fill="url(#logo-left)" />
      <path d="M42 14L24 24v21l18-10z" fill="url(#logo-right)" />
      <path d="M24 4l18 10-18 10L6 14z" fill="url(#logo-top)" />
      <path d="M6 14l18 10v21M24 24l9-5" className={shellStyles.logoBeam} />
      <path d="M6 35l18-10 18 10M24 25V4" className={shellStyles.logoInner} />
      <path d="M24 4l18 10v21L24 45 6 35V14zM6 14l18 10 18-10M24 24v21" className={shellStyles.logoEdge} />
    </svg>
  );
}
