import { useRef } from 'react';
import type { ChartEvents } from './chart-events.ts';

/** Returns the key handler that walks the moments. */
export function useMomentKeys({ moments, onMoment }: ChartEvents): (event: React.KeyboardEvent) => void {
  const at = useRef(-1);
  return (event) => {
    if (moments === undefined || moments.length === 0 || onMoment === undefined) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const from = at.current < 0 ? moments.length - 1 : at.current;
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? moments.length - 1 : from + (step ?? 0);
    at.current = Math.max(0, Math.min(moments.length - 1, to));
    onMoment(moments[at.current]);
  };
}
