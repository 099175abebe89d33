import { usePreferences } from '../../../context/preferences.tsx';
import { usePlace, useSite } from '../../../context/site-context.ts';
import { useText } from '../../../messages/use-text.ts';
import bannerStyles from '../../../ui/banner.module.css';
import { CloseIcon } from '../../../ui/icons.tsx';
import { useLiquid } from '../use-liquid.ts';

/** Shows notices: why the chain is incomplete, that a demo is simulated, and that amounts of a test network have no value. */
export function LiquidBanners() {
  const text = useText();
  const { network } = usePlace();
  const { faults } = useLiquid();
  const isDemo = useSite().networks.some(({ name, demo }) => demo && name === network);
  const { preferences, change } = usePreferences();
  const isTest = network !== 'liquid' && !isDemo && !preferences.hideWarning;
  return (
    <aside className="banners" aria-label={text('banner.label')}>
      {faults.length > 0 && (
        <div className={`${bannerStyles.banner} info`} data-part="banner" role="status">
          {faults.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {isDemo && (
        <div className={`${bannerStyles.banner} ${bannerStyles.demo}`} data-part="banner demo">
          <p>{text('banner.demo')}</p>
        </div>
      )}
      {isTest && (
        <div className={`${bannerStyles.banner} ${bannerStyles.test}`} data-part="banner test">
          <p>{text('banner.test')}</p>
          <button
            type="button"
            className="icon-button js-only"
            aria-label={text('banner.dismiss')}
            title={text('banner.dismiss')}
            onClick={() => change({ hideWarning: true })}
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </aside>
  );
}
