import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { CodedError, isCoded } from '@glassblock/primitives';

/* Commands reach a running server of the same data directory through a socket that only its owner can open. A JSON line is the request; lines are the answer, the last one with `done` or `error`. Disconnecting cancels the work. */

/** Commands of a running server: copy its index, or import topology files of Lightning. */
type ControlCommand = 'export' | 'import-topology';

interface Question {
  do: ControlCommand;
  directory: string;
}

/** Numbers by name: rows, bytes, files .. */
type Progress = object;

type Answer = { progress: Progress } | { done: Progress } | { error: { code: string | undefined; message: string } };

/** Runs a command for a directory. */
type ControlWork<P> = (
  directory: string,
  options: { signal: AbortSignal; onProgress(progress: P): void },
) => Promise<P>;

/** Handler of each command. */
export interface ControlWorks {
  export: ControlWork<Progress>;
  'import-topology': ControlWork<Progress>;
}

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
export async function openControlSocket(home: string, works: ControlWorks): Promise<ControlSocket> {
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
    void serve(socket, works);
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

async function serve(socket: Socket, works: ControlWorks): Promise<void> {
  const removed = new AbortController();
  socket.on('close', () => removed.abort());
  const answer = (line: Answer) => void (socket.writable && socket.write(`${JSON.stringify(line)}\n`));
  for await (const line of createInterface({ input: socket })) {
    try {
      const { do: command, directory } = questionOf(line);
      let published = 0;
      const done = await works[command](directory, {
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
  const { do: command, directory } = question;
  const isKnown = command === 'export' || command === 'import-topology';
  if (!isKnown || typeof directory !== 'string' || !isAbsolute(directory)) {
    throw new CodedError('control.question', 'unknown command');
  }
  return { do: command, directory };
}

/**
 * Requests work from the server of a data directory.
 * @returns undefined when no server is running
 * @throws {CodedError} the server's error; control.ended when it disconnected
 */
export async function askServer<P extends Progress>(
  home: string,
  question: { do: ControlCommand; directory: string },
  options: { signal: AbortSignal; onProgress(progress: P): void },
): Promise<P | undefined> {
  const socket = await connected(pathOf(home));
  if (socket === undefined) return undefined;
  options.signal.addEventListener('abort', () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.write(`${JSON.stringify(question satisfies Question)}\n`);
  for await (const line of createInterface({ input: socket })) {
    const answer = JSON.parse(line) as Answer;
    if ('done' in answer) return answer.done as P;
    if ('error' in answer) throw new CodedError(answer.error.code ?? 'control.failed', answer.error.message);
    options.onProgress(answer.progress as P);
  }
  throw new CodedError('control.ended', 'the work was not finished: the server or this command was stopped');
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}
