/** Name of the call by which a serving process relays a request. */
export const relayCall = 'routes.answer';

/** An answer of another process, as it is sent to the client. */
export interface RelayedReply {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Routes that the follower of the network answers, because only it has their data. */
export interface RelayedRoutes {
  /** Returns whether a route, by its id in the contract, is one of them. */
  has(id: string): boolean;
  /**
   * Returns the follower's answer.
   * @param input path, query and body as texts
   * @throws {CodedError} server.follower-away, server.busy
   */
  answer(id: string, input: unknown, acceptsJson: boolean): Promise<RelayedReply>;
}

/** Routes that a process does not answer itself. */
export interface RelayContext {
  /** Undefined: it answers all routes. */
  readonly relayed: RelayedRoutes | undefined;
}
