import { FiatValue } from '../../ui/FiatValue.tsx';
import { useIsUnknown } from './lookups.ts';

/** Shows the fiat value of a capacity; nothing while it is unknown. */
export function CapacityFiat({ sats }: { sats: number }) {
  return useIsUnknown()(sats) ? null : <FiatValue sats={sats} />;
}
