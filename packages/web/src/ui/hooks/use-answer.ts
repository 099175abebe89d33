import { useCallback, useEffect, useRef, useState } from 'react';

/** An answer that a component requests. */
interface Asked<T> {
  /** The answer; undefined until it came, or when it failed. */
  data: T | undefined;
  /** Why it failed; undefined otherwise. */
  error: Error | undefined;
  isPending: boolean;
  /** Repeats the request after a failure. */
  retry(): void;
}

/**
 * Sends a request in the browser when `key` is set or changes; answers to former keys are ignored. @param key
 * undefined: no request @param ask the request; a rejection is the error
 */
export function useAnswer<T>(key: string | undefined, ask: () => Promise<T>): Asked<T> {
  const [answer, setAnswer] = useState<{ key: string; data?: T; error?: Error }>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry changes the attempt only
  useEffect(() => {
    if (key === undefined) return undefined;
    let isCurrent = true;
    latest.current().then(
      (data) => isCurrent && setAnswer({ key, data }),
      (error: unknown) =>
        isCurrent && setAnswer({ key, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt]);
  const retry = useCallback(() => {
    setAnswer(undefined);
    setAttempt((before) => before + 1);
  }, []);
  const own = answer?.key === key ? answer : undefined;
  return { data: own?.data, error: own?.error, isPending: own === undefined, retry };
}
