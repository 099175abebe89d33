import { timestamp, type Zone, zoneName } from '../format/age.ts';
import { useHydrated } from './clock.ts';
import { usePreferences } from './preferences.tsx';

/** The visitor's zone; while only the browser could know it, UTC. */
export function useZone(): Zone {
  const { zone } = usePreferences().preferences;
  const ready = useHydrated();
  return zone === 'local' && !ready ? 0 : zone;
}

/** Prints times (Unix seconds) in the visitor's zone, which is named unless it is the one of the clock on the wall. */
export function useTimestamp(): (time: number, seconds?: boolean) => string {
  const zone = useZone();
  const suffix = zone === 'local' ? '' : ` ${zoneName(zone)}`;
  return (time, seconds = false) => timestamp(time, zone, seconds) + suffix;
}
