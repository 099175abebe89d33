/** Registers a step of stopping; steps run in reverse order. */
export type OnStop = (step: () => Promise<void> | void) => void;

/**
 * Starts parts; when one cannot be started, stops those before it.
 * @returns the started parts, and the function that stops them
 */
export async function startInSteps<T>(
  start: (onStop: OnStop) => Promise<T>,
): Promise<{ started: T; stop(): Promise<void> }> {
  const steps: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    return { started: await start((step) => void steps.push(step)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
