/** A request to read files again, which may arrive before there is anything that reads them. */
export interface ReloadSignal {
  request(): void;
  /** Sets the function that reads the files. It is called at once if there was a request before. */
  onRequest(reload: () => void): void;
}

/** Creates a signal without a request. */
export function createReloadSignal(): ReloadSignal {
  let reload: (() => void) | undefined;
  let isRequested = false;
  return {
    request() {
      if (reload === undefined) isRequested = true;
      else reload();
    },
    onRequest(given) {
      reload = given;
      if (isRequested) reload();
    },
  };
}
