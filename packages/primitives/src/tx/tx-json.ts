import { addressOf } from '../address/addresses.ts';
import type { NetworkRow } from '../networks.ts';
import { innerScripts } from '../script/inner-scripts.ts';
import { opcodeNames } from '../script/opcodes.ts';
import { nextOp, pushStart } from '../script/script.ts';
import { scriptType } from '../script/script-type.ts';
import { transactionSigopCost } from '../script/sigops.ts';
import { isSats, sumOfValues } from '../units.ts';
import type { Transaction, TxInput, TxOutput } from './transaction.ts';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const digits = ascii('0123456789abcdef');
const names = opcodeNames.map(ascii);
const pastEnd = ascii(' <push past end>');
const unexpectedEnd = ascii('<unexpected end>');
const quote = 0x22;
const comma = 0x2c;
const space = 0x20;

/** The parts of the text between values. */
const text = {
  txid: ascii('{"txid":"'),
  version: ascii('","version":'),
  locktime: ascii(',"locktime":'),
  vin: ascii(',"vin":['),
  inputTxid: ascii('{"txid":"'),
  vout: ascii('","vout":'),
  prevout: ascii(',"prevout":'),
  noPrevout: ascii('null'),
  scriptsig: ascii(',"scriptsig":"'),
  scriptsigAsm: ascii('","scriptsig_asm":"'),
  witness: ascii('","witness":["'),
  nextItem: ascii('","'),
  witnessEnd: ascii('"],"is_coinbase":'),
  isCoinbase: ascii('","is_coinbase":'),
  true: ascii('true'),
  false: ascii('false'),
  sequence: ascii(',"sequence":'),
  redeem: ascii(',"inner_redeemscript_asm":"'),
  witnessScript: ascii(',"inner_witnessscript_asm":"'),
  outputs: ascii('],"vout":['),
  size: ascii('],"size":'),
  weight: ascii(',"weight":'),
  sigops: ascii(',"sigops":'),
  fee: ascii(',"fee":'),
  status: ascii(',"status":'),
  script: ascii('{"scriptpubkey":"'),
  scriptAsm: ascii('","scriptpubkey_asm":"'),
  scriptType: ascii('","scriptpubkey_type":"'),
  address: ascii('","scriptpubkey_address":"'),
  value: ascii('","value":'),
};

/**
 * Writes transactions in the JSON form of Esplora from their bytes, without an object or string per field: the same
 * text as `JSON.stringify({ ...plainTx(..), status })` in a fifth of the time.
 */
export class TxJsonWriter {
  private bytes: Uint8Array;
  private length = 0;

  /** @param size expected bytes of the text */
  constructor(size = 1 << 16) {
    this.bytes = new Uint8Array(size);
  }

  /** Returns the text so far as a view. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Writes a text of ASCII characters. */
  ascii(value: string): void {
    this.reserve(value.length);
    for (let i = 0; i < value.length; i++) this.bytes[this.length++] = value.charCodeAt(i);
  }

  /**
   * Writes one transaction.
   * @param prevouts in input order, as far as known
   * @param status its JSON text
   * @throws {Error} on a blinded amount: Bitcoin networks have none
   */
  transaction(tx: Transaction, prevouts: readonly (TxOutput | undefined)[], status: string, network: NetworkRow): void {
    const { isCoinbase } = tx;
    const inputs = tx.inputs();
    const outputs = tx.outputs();
    this.put(text.txid);
    this.reversedHex(tx.txid);
    this.put(text.version);
    this.number(tx.version);
    this.put(text.locktime);
    this.number(tx.locktime);
    this.put(text.vin);
    for (let i = 0; i < inputs.length; i++) {
      if (i > 0) this.byte(comma);
      this.input(inputs[i]!, prevouts[i], isCoinbase, network);
    }
    this.put(text.outputs);
    for (let i = 0; i < outputs.length; i++) {
      if (i > 0) this.byte(comma);
      this.output(outputs[i]!, network);
    }
    this.put(text.size);
    this.number(tx.size);
    this.put(text.weight);
    this.number(tx.weight);
    this.put(text.sigops);
    this.number(transactionSigopCost(tx, prevouts));
    this.put(text.fee);
    this.number(feeOf(isCoinbase, inputs.length, prevouts, outputs));
    this.put(text.status);
    this.ascii(status);
    this.byte(0x7d);
  }

  private input(input: TxInput, prevout: TxOutput | undefined, isCoinbase: boolean, network: NetworkRow): void {
    const { witness, scriptSig } = input;
    this.put(text.inputTxid);
    this.reversedHex(input.prevTxid);
    this.put(text.vout);
    this.number(input.prevVout);
    this.put(text.prevout);
    if (prevout === undefined) this.put(text.noPrevout);
    else this.output(prevout, network);
    this.put(text.scriptsig);
    this.hex(scriptSig, 0, scriptSig.length);
    this.put(text.scriptsigAsm);
    this.asm(scriptSig);
    if (witness.length === 0) this.put(text.isCoinbase);
    else {
      this.put(text.witness);
      for (let i = 0; i < witness.length; i++) {
        const item = witness[i]!;
        if (i > 0) this.put(text.nextItem);
        this.hex(item, 0, item.length);
      }
      this.put(text.witnessEnd);
    }
    this.put(isCoinbase ? text.true : text.false);
    this.put(text.sequence);
    this.number(input.sequence);
    const inner = innerScripts(input, prevout?.script);
    if (inner.redeem !== undefined) this.innerAsm(text.redeem, inner.redeem);
    if (inner.witness !== undefined) this.innerAsm(text.witnessScript, inner.witness);
    this.byte(0x7d);
  }

  private innerAsm(name: Uint8Array, script: Uint8Array): void {
    this.put(name);
    this.asm(script);
    this.byte(quote);
  }

  private output({ value, script }: TxOutput, network: NetworkRow): void {
    if (!isSats(value)) throw new Error('a blinded amount on a network of plain amounts');
    this.put(text.script);
    this.hex(script, 0, script.length);
    this.put(text.scriptAsm);
    this.asm(script);
    this.put(text.scriptType);
    this.ascii(scriptType(script));
    const address = addressOf(script, network);
    if (address !== undefined) {
      this.put(text.address);
      this.ascii(address);
    }
    this.put(text.value);
    this.number(value);
    this.byte(0x7d);
  }

  /** Writes the text of `scriptAsm`. */
  private asm(script: Uint8Array): void {
    for (let at = 0; at < script.length; ) {
      const start = pushStart(script, at);
      if (start === 'no-length') {
        this.put(unexpectedEnd);
        return;
      }
      if (at > 0) this.byte(space);
      this.put(names[script[at]!]!);
      const next = nextOp(script, at);
      if (next < 0) {
        this.put(pastEnd);
        return;
      }
      if (start !== 'no-push' && start < next) {
        this.byte(space);
        this.hex(script, start, next);
      }
      at = next;
    }
  }

  private put(part: Uint8Array): void {
    this.reserve(part.length);
    const { bytes } = this;
    let { length } = this;
    // parts are short: a loop is faster than `set`
    for (let i = 0; i < part.length; i++) bytes[length++] = part[i]!;
    this.length = length;
  }

  private byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  private hex(source: Uint8Array, start: number, end: number): void {
    this.reserve(2 * (end - start));
    const { bytes } = this;
    let { length } = this;
    for (let i = start; i < end; i++) {
      const byte = source[i]!;
      bytes[length++] = digits[byte >>> 4]!;
      bytes[length++] = digits[byte & 15]!;
    }
    this.length = length;
  }

  private reversedHex(hash: Uint8Array): void {
    this.reserve(2 * hash.length);
    const { bytes } = this;
    let { length } = this;
    for (let i = hash.length - 1; i >= 0; i--) {
      const byte = hash[i]!;
      bytes[length++] = digits[byte >>> 4]!;
      bytes[length++] = digits[byte & 15]!;
    }
    this.length = length;
  }

  /** Writes an integer. */
  private number(value: number): void {
    if (value < 0 || value > 0x7fffffff) {
      this.ascii(String(value));
      return;
    }
    this.reserve(10);
    let width = 1;
    for (let rest = value; rest >= 10; width++) rest = Math.trunc(rest / 10);
    let rest = value;
    for (let i = this.length + width - 1; i >= this.length; i--) {
      const tenth = Math.trunc(rest / 10);
      this.bytes[i] = 0x30 + rest - 10 * tenth;
      rest = tenth;
    }
    this.length += width;
  }

  private reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const wider = new Uint8Array(Math.max(needed, 2 * this.bytes.length));
    wider.set(this.written());
    this.bytes = wider;
  }
}

/** 0 for a coinbase, and unless all prevouts are known. */
function feeOf(
  isCoinbase: boolean,
  inputCount: number,
  prevouts: readonly (TxOutput | undefined)[],
  outputs: readonly TxOutput[],
): number {
  const known = prevouts.slice(0, inputCount).filter((output) => output !== undefined);
  if (isCoinbase || known.length !== inputCount) return 0;
  const sumOf = (some: readonly TxOutput[]) => sumOfValues(some.map(({ value }) => value)) ?? 0;
  return sumOf(known) - sumOf(outputs);
}
