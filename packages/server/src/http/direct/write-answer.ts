import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ComposedAnswer, constantLines } from '../answers/compose-answer.ts';

/** Larger bodies are not copied. */
const maxCopiedBytes = 16_384;
/** Node refuses some other values, and encodes the rest in its own way. */
const plainText = /^[ -~]*$/;

const constantText = textOf(constantLines);

/**
 * Returns the head of an answer, as Node's server writes it on a connection that stays open; undefined when a header is
 * not plain text.
 * @param keepAliveSeconds for the client
 */
export function headOf({ status, constants, lines }: ComposedAnswer, keepAliveSeconds: number): string | undefined {
  for (const line of lines) if (!plainText.test(line)) return undefined;
  const constant = constants === constantLines ? constantText : textOf(constants);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${constant}${textOf(lines)}Date: ${httpDate()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;
}

function textOf(lines: readonly string[]): string {
  let text = '';
  for (let i = 0; i < lines.length; i += 2) text += `${lines[i]}: ${lines[i + 1]}\r\n`;
  return text;
}

let dateSecond = 0;
let dateText = '';

/** Returns the current time, which is formatted once a second. */
function httpDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1000).toUTCString();
  }
  return dateText;
}

/** Writes head and body in one packet if they are small. */
export function writeAnswer(socket: Socket, head: string, body: string | Buffer | undefined): void {
  if (body === undefined || body.length === 0) socket.write(head, 'latin1');
  else if (typeof body === 'string') socket.write(head + body);
  else if (body.length > maxCopiedBytes) {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body);
    socket.uncork();
  } else {
    const whole = Buffer.allocUnsafe(head.length + body.length);
    whole.write(head, 'latin1');
    body.copy(whole, head.length);
    socket.write(whole);
  }
}
