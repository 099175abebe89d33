import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CodedError, isCoded } from '@glassblock/primitives';
import type { ExportProgress } from './export-index.ts';

/* Commands reach a running server of the same data directory through a socket that only its owner can open. A JSON line is the request; lines are the answer, the last one with `done` or `error`. Disconnecting cancels the work. */

interface Question {
  do: 'export';
  directory: string;
}

type Answer =
  | { progress: ExportProgress }
  | { done: ExportProgress }
  | { error: { code: string | undefined; message: string } };

/** Exports the index into a directory. */
export type ExportWork = (
  directory: string,
  options: { signal: AbortSignal; onProgress(progress: ExportProgress): void },
) => Promise<ExportProgress>;

/** An open control socket. */
export interface ControlSocket {
  close(): Promise<void>;
}

const progressEveryMs = 500;
const directoryOf = (home: string) => join(home, 'control');
const pathOf = (home: string) => join(directoryOf(home), 'socket');

/**
 * Opens the control socket.
 * @param home directory of the network; the caller holds its index lock, so an existing socket belongs to a dead server
 * @throws {Error} of the system, such as for a path that is too long for a socket
 */
export async function openControlSocket(home: string, exportWork: ExportWork): Promise<ControlSocket> {
  const path = pathOf(home);
  // a socket has the modes of the umask until it is changed: only the directory keeps others out from the start
  mkdirSync(directoryOf(home), { recursive: true, mode: 0o700 });
  chmodSync(directoryOf(home), 0o700);
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    void serve(socket, exportWork);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function serve(socket: Socket, exportWork: ExportWork): Promise<void> {
  const removed = new AbortController();
  socket.on('close', () => removed.abort());
  const answer = (line: Answer) => void (socket.writable && socket.write(`${JSON.stringify(line)}\n`));
  for await (const line of createInterface({ input: socket })) {
    try {
      const { directory } = questionOf(line);
      let published = 0;
      const done = await exportWork(directory, {
        signal: removed.signal,
        onProgress(progress) {
          if (performance.now() - published < progressEveryMs) return;
          published = performance.now();
          answer({ progress });
        },
      });
      answer({ done });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      answer({ error: { code: isCoded(error) ? error.code : undefined, message } });
    }
    socket.end();
    return;
  }
}

function questionOf(line: string): Question {
  const question = JSON.parse(line) as Partial<Question>;
  if (question.do !== 'export' || typeof question.directory !== 'string' || !isAbsolute(question.directory)) {
    throw new CodedError('control.question', 'unknown command');
  }
  return { do: 'export', directory: question.directory };
}

/**
 * Requests a copy of the index from the server of a data directory.
 * @returns undefined when no server is running
 * @throws {CodedError} the server's error; control.ended when it disconnected
 */
export async function askForExport(
  home: string,
  directory: string,
  options: { signal: AbortSignal; onProgress(progress: ExportProgress): void },
): Promise<ExportProgress | undefined> {
  const socket = await connected(pathOf(home));
  if (socket === undefined) return undefined;
  options.signal.addEventListener('abort', () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.write(`${JSON.stringify({ do: 'export', directory } satisfies Question)}\n`);
  for await (const line of createInterface({ input: socket })) {
    const answer = JSON.parse(line) as Answer;
    if ('done' in answer) return answer.done;
    if ('error' in answer) throw new CodedError(answer.error.code ?? 'control.failed', answer.error.message);
    options.onProgress(answer.progress);
  }
  throw new CodedError('control.ended', 'the copy was not finished: the server or this command was stopped');
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
