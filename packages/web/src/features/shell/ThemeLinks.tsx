import interFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { usePreferences } from '../../context/preferences.tsx';
import { useSite } from '../../context/site-context.ts';
import type { ThemeName } from '../../data/preferences.ts';
import { based } from '../../ssr/base-placeholder.ts';
import bukele from '../../themes/bukele.css?url';
import contrast from '../../themes/contrast.css?url';
import dark from '../../themes/default.css?url';
import dusk from '../../themes/dusk.css?url';
import light from '../../themes/light.css?url';

const files: Readonly<Record<ThemeName, string>> = { default: dark, light, dusk, contrast, bukele };

/**
 * Links the style sheet of the theme, and the colors of the site of an enterprise. Without a setting, the system's
 * preference selects dark, light or high contrast.
 */
export function ThemeLinks() {
  const { enterprise } = useSite();
  return (
    <>
      <Theme />
      {enterprise?.colors !== undefined && <link rel="stylesheet" href={enterprise.colors} />}
    </>
  );
}

function Theme() {
  const { theme } = usePreferences().preferences;
  const { basePath } = useSite();
  if (theme !== undefined) return <link id="theme" rel="stylesheet" href={based(files[theme], basePath)} />;
  return (
    <>
      <link id="theme" rel="stylesheet" href={based(dark, basePath)} />
      <link rel="stylesheet" href={based(light, basePath)} media="(prefers-color-scheme: light)" />
      <link rel="stylesheet" href={based(contrast, basePath)} media="(prefers-contrast: more)" />
    </>
  );
}

/**
 * Links the icons and the manifest with which phones install the site, except on the site of an enterprise, which has a name of its own.
 * Preloads the font before the style sheet requests it, to avoid a second text layout.
 */
export function HeadLinks() {
  const { basePath, enterprise } = useSite();
  return (
    <>
      <link rel="icon" type="image/svg+xml" href={`${basePath}favicon.svg`} />
      {import.meta.env.SSR && enterprise === undefined && (
        <>
          <link rel="apple-touch-icon" href={`${basePath}apple-touch-icon.png`} />
          <link rel="manifest" href={`${basePath}manifest.webmanifest`} />
        </>
      )}
      <link rel="preload" as="font" type="font/woff2" href={based(interFont, basePath)} crossOrigin="anonymous" />
    </>
  );
}
