import { use, useId } from 'react';
import { useHref } from 'react-router';
import { useLive } from '../../context/live.ts';
import { usePreferences, writeCookie } from '../../context/preferences.tsx';
import { hasValue } from '../../context/price.ts';
import { LanguageContext, usePlace, useSite } from '../../context/site-context.ts';
import { languageCookie, localeOf } from '../../data/locales.ts';
import { themeNames } from '../../data/preferences.ts';
import { zoneName } from '../../format/age.ts';
import { currencies } from '../../format/fiat.ts';
import texts from '../../messages/en.json?settings';
import { type Text, type TextId, useText } from '../../messages/use-text.ts';
import { MoreTexts } from '../../ui/MoreTexts.tsx';
import segmentsStyles from '../../ui/segments.module.css';
import { page } from '../../url.ts';
import styles from './settings.module.css';

/** Shows all settings, which apply immediately; without JavaScript a form that the server stores in the cookie. */
export default function SettingsForm() {
  return (
    <MoreTexts texts={texts}>
      <Form />
    </MoreTexts>
  );
}

function Form() {
  const text = useText();
  const { prefix, network } = usePlace();
  const { fixedTheme } = useSite();
  const { preferences, change } = usePreferences();
  const action = useHref(page.settings(prefix));
  return (
    <form
      className={styles.settings}
      data-cy="settings"
      method="get"
      action={action}
      onSubmit={(event) => event.preventDefault()}
    >
      {fixedTheme === undefined && (
        <Segments
          name="theme"
          title={text('settings.theme')}
          value={preferences.theme ?? ''}
          options={['', ...themeNames].map((theme) => ({
            value: theme,
            label: text(theme === '' ? 'settings.theme.system' : (`settings.theme.${theme}` as TextId)),
          }))}
          onPick={(theme) => change({ theme: themeNames.find((name) => name === theme) })}
          className={segmentsStyles.three}
        />
      )}
      <Amounts text={text} />
      <Segments
        name="rate"
        title={text('settings.rate')}
        value={preferences.rateUnit}
        options={[
          { value: 'vb', label: 'sat/vB' },
          { value: 'wu', label: 'sat/WU' },
        ]}
        onPick={(rateUnit) => change({ rateUnit })}
      />
      <Segments
        name="ltr"
        title={text('settings.time')}
        value={String(preferences.ltr)}
        options={[
          { value: 'false', label: text('settings.time.rtl') },
          { value: 'true', label: text('settings.time.ltr') },
        ]}
        onPick={(ltr) => change({ ltr: ltr === 'true' })}
      />
      <Segments
        name="blocks"
        title={text('settings.blocks')}
        value={preferences.blockDisplay}
        options={[
          { value: 'fees', label: text('settings.blocks.fees') },
          { value: 'size', label: text('settings.blocks.size') },
        ]}
        onPick={(blockDisplay) => change({ blockDisplay })}
      />
      <Choice
        name="zone"
        title={text('settings.zone')}
        value={String(preferences.zone)}
        options={[
          { value: 'local', label: text('settings.zone.local') },
          { value: '0', label: zoneName(0) },
          ...hours.map((hour) => ({ value: String(hour), label: zoneName(hour) })),
        ]}
        onPick={(zone) => change({ zone: zone === 'local' ? zone : Number(zone) })}
      />
      <Switch
        name="sounds"
        title={text('settings.sounds')}
        note={text('settings.sounds.text')}
        on={preferences.sounds}
        onPick={(sounds) => change({ sounds })}
      />
      {!hasValue(network) && (
        <Switch
          name="hide"
          title={text('settings.warning')}
          note={text('settings.warning.text')}
          on={preferences.hideWarning}
          onPick={(hideWarning) => change({ hideWarning })}
        />
      )}
      <Languages text={text} />
      <noscript>
        <button type="submit" className="button">
          {text('settings.apply')}
        </button>
      </noscript>
    </form>
  );
}

/** Hours east of UTC, without UTC itself, which is listed first. */
const hours = Array.from({ length: 27 }, (_, place) => place - 12).filter((hour) => hour !== 0);

/** Chooses the unit of amounts; fiat where the server has prices and bitcoin have value. */
function Amounts({ text }: { text: Text }) {
  const { network } = usePlace();
  const { preferences, change } = usePreferences();
  const conversions = useLive((state) => state.conversions);
  const priced = hasValue(network) ? currencies.filter((currency) => (conversions?.[currency] ?? 0) > 0) : [];
  const isPriced = priced.length > 0;
  return (
    <>
      <Segments
        name="unit"
        title={text('settings.unit')}
        value={!isPriced && preferences.unit === 'fiat' ? 'btc' : preferences.unit}
        options={[
          { value: 'btc', label: 'BTC' },
          { value: 'sats', label: 'sats' },
          ...(isPriced ? [{ value: 'fiat', label: text('settings.unit.fiat') } as const] : []),
        ]}
        onPick={(unit) => change({ unit })}
      />
      {isPriced ? (
        <Choice
          name="currency"
          title={text('settings.currency')}
          value={preferences.currency}
          options={priced.map((currency) => ({ value: currency, label: `${symbol(currency)} ${currency}` }))}
          onPick={(currency) => change({ currency })}
        />
      ) : (
        <p className={`quiet ${styles.note}`}>{text(hasValue(network) ? 'settings.unpriced' : 'settings.noValue')}</p>
      )}
    </>
  );
}

const symbol = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? '';

interface Option<T> {
  value: T;
  label: string;
}

/** Shows a few choices side by side. */
function Segments<T extends string>(props: {
  name: string;
  title: string;
  value: T;
  options: readonly Option<T>[];
  onPick(value: T): void;
  className?: string | undefined;
}) {
  // the form may be on the page and in the dialog at the same time: radio buttons are grouped by form id
  return (
    <fieldset>
      <legend>{props.title}</legend>
      <div className={`${segmentsStyles.segments} ${props.className ?? ''}`} data-part="segments">
        {props.options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onPick(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Shows choices one below the other. */
function Choice<T extends string>(props: {
  name: string;
  title: string;
  value: T;
  options: readonly Option<T>[];
  onPick(value: T): void;
}) {
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>{props.title}</label>
      <select
        id={id}
        name={props.name}
        value={props.value}
        onChange={(event) => {
          const picked = props.options.find(({ value }) => value === event.target.value);
          if (picked) props.onPick(picked.value);
        }}
      >
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Shows a switch; both states have a form value, so that off is submitted too. */
function Switch(props: { name: string; title: string; note: string; on: boolean; onPick(on: boolean): void }) {
  const id = useId();
  return (
    <div className={styles.line}>
      <label htmlFor={id}>
        {props.title}
        <small>{props.note}</small>
      </label>
      <input type="hidden" name={`${props.name}-asked`} value="true" />
      <input
        id={id}
        type="checkbox"
        className={styles.switch}
        name={props.name}
        value="true"
        checked={props.on}
        onChange={(event) => props.onPick(event.target.checked)}
      />
    </div>
  );
}

/** Offers the default language to visitors who followed a link in another one. */
function Languages({ text }: { text: Text }) {
  const { code } = use(LanguageContext);
  const { basePath } = useSite();
  const here = localeOf(code);
  if (here === undefined || here.hasTexts) return null;
  return (
    <div className={styles.line}>
      <span>
        {text('settings.language')}
        <small>{text('settings.language.text', { name: here.name })}</small>
      </span>
      <button
        type="button"
        className="button"
        onClick={() => {
          writeCookie(document, languageCookie('en', basePath));
          const { pathname, search, hash } = window.location;
          const below = pathname.slice(basePath.length).replace(new RegExp(`^${code}(/|$)`), '');
          window.location.assign(basePath + below + search + hash);
        }}
      >
        {localeOf('en')?.name}
      </button>
    </div>
  );
}
