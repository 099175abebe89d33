import type { Preferences } from '../data/preferences.ts';
import { themeNames } from '../data/preferences.ts';
import { type TextId, useText } from '../messages/use-text.ts';
import { usePreferences } from './preferences.tsx';
import { useSite } from './site-context.ts';

interface Choice {
  label: TextId;
  part: Partial<Preferences>;
  on: boolean;
}

/** Theme, units and time direction in one sheet. Every change is seen at once. */
export function Settings() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const { fixedTheme } = useSite();
  const groups: { title: TextId; choices: Choice[] }[] = [
    ...(fixedTheme === undefined
      ? [
          {
            title: 'settings.theme' as const,
            choices: [
              {
                label: 'settings.theme.system' as const,
                part: { theme: undefined } as unknown as Partial<Preferences>,
                on: preferences.theme === undefined,
              },
              ...themeNames.map((theme) => ({
                label: `settings.theme.${theme}` as const,
                part: { theme },
                on: preferences.theme === theme,
              })),
            ],
          },
        ]
      : []),
    {
      title: 'settings.unit',
      choices: [
        { label: 'settings.unit.btc', part: { unit: 'btc' }, on: preferences.unit === 'btc' },
        { label: 'settings.unit.sats', part: { unit: 'sats' }, on: preferences.unit === 'sats' },
      ],
    },
    {
      title: 'settings.rate',
      choices: [
        { label: 'settings.rate.vb', part: { rateUnit: 'vb' }, on: preferences.rateUnit === 'vb' },
        { label: 'settings.rate.wu', part: { rateUnit: 'wu' }, on: preferences.rateUnit === 'wu' },
      ],
    },
    {
      title: 'settings.time',
      choices: [
        { label: 'settings.time.rtl', part: { ltr: false }, on: !preferences.ltr },
        { label: 'settings.time.ltr', part: { ltr: true }, on: preferences.ltr },
      ],
    },
  ];
  return (
    <div className="settings">
      <h2>{text('settings.title')}</h2>
      {groups.map((group) => (
        <fieldset key={group.title}>
          <legend>{text(group.title)}</legend>
          <div className="segments">
            {group.choices.map((choice) => (
              <button key={choice.label} type="button" aria-pressed={choice.on} onClick={() => change(choice.part)}>
                {text(choice.label)}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
      <noscript>
        <p className="quiet">{text('settings.noscript')}</p>
      </noscript>
    </div>
  );
}
