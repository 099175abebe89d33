import { CodedError } from '@glassblock/primitives';

/** Which elements of a JSON text are read. */
export interface JsonElementsOptions {
  /** Names of arrays of objects, or of arrays of objects, whose elements are read. */
  arrays: ReadonlySet<string>;
  /** Name of the member of the root object that has the arrays; undefined: the root object has them. */
  under: string | undefined;
  /** Read the object `under` the root itself, as one element. */
  whole?: boolean;
  maxElementBytes: number;
  maxBytes: number;
  /** Receives the parsed elements in order, and an `error` object of the root if there is one. */
  onElement(name: string, element: object): void;
}

const maxDepth = 64;
const maxNameBytes = 64;
/** Chunks of an unfinished element, which are joined beyond. */
const maxParts = 1_024;
const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;

/**
 * Reads the elements of large arrays out of a JSON text that arrives in chunks, so that memory is bounded by one element
 * and other work runs between chunks. It finds the bytes of each element; JSON.parse validates them.
 */
export class JsonElements {
  private readonly options: JsonElementsOptions;
  private readonly arrayDepth: number;
  private depth = 0;
  private received = 0;
  private inString = false;
  private isEscaped = false;
  private hasStarted = false;
  /** The last text outside of elements. */
  private name: number[] = [];
  /** Name of the current member of the root and of the object below it. */
  private readonly names: [string, string] = ['', ''];
  /** The array whose elements are read. */
  private array: string | undefined;
  /** Name and depth of the element that is being read. */
  private element: { name: string; depth: number } | undefined;
  private parts: Uint8Array[] = [];
  private partBytes = 0;

  constructor(options: JsonElementsOptions) {
    this.options = options;
    this.arrayDepth = options.under === undefined ? 1 : 2;
  }

  /**
   * Reads the next chunk.
   * @throws {CodedError} lightning.bad-answer
   */
  push(chunk: Uint8Array): void {
    this.received += chunk.length;
    if (this.received > this.options.maxBytes) throw badAnswer(`more than ${this.options.maxBytes / 1e6} MB`);
    let start = this.element === undefined ? -1 : 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.inString) {
        at = this.readText(chunk, at);
        continue;
      }
      // a connection may stay open after an answer in another form: its end would be waited for
      if (!this.hasStarted && byte > space && byte !== 0x7b && byte !== 0x5b) throw badAnswer('not JSON');
      if (this.depth === 0 && this.hasStarted && byte > space) throw badAnswer('text after the end');
      if (byte === quote) {
        this.inString = true;
        this.name = [];
      } else if (byte === 0x7b || byte === 0x5b) {
        if (this.open(byte === 0x7b)) start = at;
      } else if (byte === 0x7d || byte === 0x5d) {
        if (this.close()) {
          this.emit(chunk.subarray(start, at + 1));
          start = -1;
        }
      } else if (byte === 0x3a && this.element === undefined && (this.depth === 1 || this.depth === 2)) {
        this.names[this.depth - 1] = String.fromCharCode(...this.name);
      }
    }
    if (start !== -1) this.keep(chunk.subarray(start));
  }

  /** Whether the root value is complete. */
  get isComplete(): boolean {
    return this.hasStarted && this.depth === 0;
  }

  /** Reads a text up to its end or that of the chunk; returns the index of the last byte. Most bytes of a graph are in texts. */
  private readText(chunk: Uint8Array, start: number): number {
    const isName = this.element === undefined;
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === backslash) this.isEscaped = true;
      else if (byte === quote) {
        this.inString = false;
        return at;
      } else if (isName && this.name.length < maxNameBytes) this.name.push(byte);
    }
    return chunk.length;
  }

  /** Returns whether an element starts. */
  private open(isObject: boolean): boolean {
    if (this.depth === maxDepth) throw badAnswer('nested too deeply');
    this.hasStarted = true;
    const depth = this.depth++;
    if (this.element !== undefined) return false;
    if (this.array !== undefined) {
      // elements may be in arrays of their own
      const isElement = depth === this.arrayDepth + 1 || depth === this.arrayDepth + 2;
      return isObject && isElement && this.begin(this.array, depth);
    }
    const { under, arrays } = this.options;
    if (isObject && under !== undefined && depth === 1) {
      const member = this.names[0];
      if (member === 'error' || (this.options.whole === true && member === under)) return this.begin(member, depth);
    }
    const name = this.names[this.arrayDepth - 1]!;
    const isBelow = under === undefined || this.names[0] === under;
    if (!isObject && depth === this.arrayDepth && isBelow && arrays.has(name)) this.array = name;
    return false;
  }

  private begin(name: string, depth: number): true {
    this.element = { name, depth };
    return true;
  }

  /** Returns whether an element ends. */
  private close(): boolean {
    if (this.depth === 0) throw badAnswer('not JSON');
    this.depth--;
    if (this.element !== undefined) return this.depth === this.element.depth;
    if (this.array !== undefined && this.depth === this.arrayDepth) this.array = undefined;
    return false;
  }

  private keep(bytes: Uint8Array): void {
    this.partBytes += bytes.length;
    if (this.partBytes > this.options.maxElementBytes) {
      throw badAnswer(`an element of more than ${this.options.maxElementBytes} bytes`);
    }
    this.parts.push(bytes);
    // each chunk is an object of its own, however few bytes it has
    if (this.parts.length === maxParts) this.parts = [Buffer.concat(this.parts)];
  }

  private emit(last: Uint8Array): void {
    this.keep(last);
    const bytes = this.partBytes === last.length ? last : Buffer.concat(this.parts);
    const { name } = this.element!;
    this.parts = [];
    this.partBytes = 0;
    this.element = undefined;
    this.options.onElement(name, parsed(bytes));
  }
}

function parsed(bytes: Uint8Array): object {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as object;
  } catch (cause) {
    throw new CodedError('lightning.bad-answer', 'the answer is not JSON', { cause });
  }
}

/** Returns the error for an answer in another form. */
export const badAnswer = (reason: string): CodedError =>
  new CodedError('lightning.bad-answer', `the answer cannot be read: ${reason}`);
