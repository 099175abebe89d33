import type { Accelerations } from '../sources/accelerations/accelerations.ts';
import { type Clients, createClients } from './clients.ts';
import { json, jsonRecord } from './sending/json-text.ts';
import type { Session } from './sending/session.ts';
import { type TextFrame, textFrame } from './sending/text-frame.ts';

/** Options of the clients that follow the list. */
export interface AccelerationListOptions {
  accelerations: Pick<Accelerations, 'list' | 'onChange'>;
  onFailure(error: unknown): void;
  nowMs(): number;
  pulseMs?: number | undefined;
}

/**
 * Creates the clients of `accelerator/ws` of the services API: other servers, which send `{"watch-accelerations": true}`
 * and get the whole list of active accelerations at once and with each change. All other commands are ignored.
 */
export function createAccelerationLists(options: AccelerationListOptions): Pick<Clients, 'accept' | 'leave' | 'close'> {
  const { accelerations, onFailure, nowMs, pulseMs } = options;
  const watching = new Set<Session>();
  /** The frame of the present list, shared by all clients. */
  let frame: TextFrame | undefined;
  const presentFrame = () => (frame ??= textFrame(jsonRecord([['accelerations', json(accelerations.list())]])));
  const clients = createClients({
    async run(session, commands) {
      for (const command of commands) {
        if (command.type !== 'watch-accelerations') continue;
        if (command.on) watching.add(session);
        else watching.delete(session);
        if (command.on) session.send(presentFrame());
      }
    },
    onLeave: (session) => watching.delete(session),
    onFailure,
    nowMs,
    pulseMs,
  });
  const stop = accelerations.onChange(() => {
    frame = undefined;
    for (const session of watching) session.send(presentFrame());
  });
  return {
    accept: clients.accept,
    leave: clients.leave,
    close() {
      stop();
      clients.close();
    },
  };
}
