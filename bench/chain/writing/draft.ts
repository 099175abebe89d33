import { Utxos } from '../utxos.ts';

const maxOutputs = 1024;

/** A transaction before serialization: its inputs and outputs. One instance is cleared and reused for all. */
export class Draft {
  readonly inputs = new Utxos(512);
  outputCount = 0;
  readonly values = new Float64Array(maxOutputs);
  readonly owners = new Uint32Array(maxOutputs);
  locktime = 0;
  sequence = 0xffffffff;

  wipe(): this {
    this.inputs.count = 0;
    this.outputCount = 0;
    this.locktime = 0;
    this.sequence = 0xffffffff;
    return this;
  }

  pay(value: number, owner: number): void {
    if (this.outputCount === maxOutputs) throw new RangeError(`more than ${maxOutputs} outputs`);
    this.values[this.outputCount] = value;
    this.owners[this.outputCount++] = owner;
  }
}
