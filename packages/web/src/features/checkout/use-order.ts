import type { PaymentOrder } from '@glassblock/contract/services';
import { useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import type { Answer } from '../../data/answer.ts';
import { checkoutApi } from './checkout-api.ts';
import { progressOf } from './checkout-state.ts';
import { freshAnswer } from './fresh-answer.ts';

/** Interval of requests for an order, ms. */
export const pollMs = 2_000;

/**
 * Polls an order until its progress is final.
 * @returns undefined until the first answer; the last good answer while later ones fail
 */
export function useOrder(id: string): Answer<PaymentOrder> | undefined {
  const { prefix } = usePlace();
  const [order, setOrder] = useState<Answer<PaymentOrder> | undefined>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLatest = true;
    const ask = async () => {
      const answer = await freshAnswer<PaymentOrder>(checkoutApi.order(prefix, id));
      if (!isLatest) return;
      setOrder((last) => (answer.ok || last === undefined || !last.ok ? answer : last));
      const isOver = answer.ok && progressOf(answer.body).step === undefined;
      if (!isOver && (answer.ok || answer.status !== 404)) timer = setTimeout(() => void ask(), pollMs);
    };
    void ask();
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [prefix, id]);
  return order;
}
