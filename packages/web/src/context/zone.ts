import { timestamp, type Zone, zoneName } from '../format/age.ts';
import { useHydrated } from './clock.ts';
import { usePreferences } from './preferences.tsx';

/** Returns the visitor's time zone; UTC on the server and while hydrating. */
export function useZone(): Zone {
  const { zone } = usePreferences().preferences;
  const ready = useHydrated();
  return zone === 'local' && !ready ? 0 : zone;
}

/** Returns a formatter of times (Unix seconds) in the visitor's time zone, which is named unless it is the device's. */
export function useTimestamp(): (time: number, seconds?: boolean) => string {
  const zone = useZone();
  const suffix = zone === 'local' ? '' : ` ${zoneName(zone)}`;
  return (time, seconds = false) => timestamp(time, zone, seconds) + suffix;
}
