import type { PaymentOrder } from '@glassblock/contract/services';
import { useEffect, useState } from 'react';
import { usePlace } from '../../context/site-context.ts';
import type { Answer } from '../../data/answer.ts';
import { checkoutApi } from './checkout-api.ts';
import { progressOf } from './checkout-state.ts';
import { pollAnswer } from './fresh-answer.ts';

/**
 * Polls an order until its progress is final.
 * @returns undefined until the first answer; the last good answer while later ones fail
 */
export function useOrder(id: string): Answer<PaymentOrder> | undefined {
  const { prefix } = usePlace();
  const [order, setOrder] = useState<Answer<PaymentOrder> | undefined>(undefined);
  useEffect(
    () =>
      pollAnswer<PaymentOrder>(checkoutApi.order(prefix, id), (answer) => {
        setOrder((last) => (answer.ok || last === undefined || !last.ok ? answer : last));
        const isOver = answer.ok && progressOf(answer.body).step === undefined;
        return !isOver && (answer.ok || answer.status !== 404);
      }),
    [prefix, id],
  );
  return order;
}
