import type { ServiceError } from '@glassblock/contract/services';

/** Ends a request with the word of an error. */
export class ServiceFault extends Error {
  readonly word: ServiceError;
  constructor(word: ServiceError) {
    super(word);
    this.word = word;
  }
}
