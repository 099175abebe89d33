/** Opcodes that code refers to by name. */
export const OP = {
  PUSHDATA1: 0x4c,
  PUSHDATA2: 0x4d,
  PUSHDATA4: 0x4e,
  PUSHNUM_NEG1: 0x4f,
  RESERVED: 0x50,
  PUSHNUM_1: 0x51,
  PUSHNUM_15: 0x5f,
  PUSHNUM_16: 0x60,
  RETURN: 0x6a,
  DUP: 0x76,
  EQUAL: 0x87,
  EQUALVERIFY: 0x88,
  HASH160: 0xa9,
  CHECKSIG: 0xac,
  CHECKSIGVERIFY: 0xad,
  CHECKMULTISIG: 0xae,
  CHECKMULTISIGVERIFY: 0xaf,
  CHECKSIGADD: 0xba,
} as const;

// 0x61 to 0xb9 in order.
const namesFromNop = `NOP VER IF NOTIF VERIF VERNOTIF ELSE ENDIF VERIFY RETURN TOALTSTACK FROMALTSTACK 2DROP 2DUP 3DUP
  2OVER 2ROT 2SWAP IFDUP DEPTH DROP DUP NIP OVER PICK ROLL ROT SWAP TUCK CAT SUBSTR LEFT RIGHT SIZE INVERT AND OR XOR
  EQUAL EQUALVERIFY RESERVED1 RESERVED2 1ADD 1SUB 2MUL 2DIV NEGATE ABS NOT 0NOTEQUAL ADD SUB MUL DIV MOD LSHIFT RSHIFT
  BOOLAND BOOLOR NUMEQUAL NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN LESSTHANOREQUAL GREATERTHANOREQUAL MIN MAX
  WITHIN RIPEMD160 SHA1 SHA256 HASH160 HASH256 CODESEPARATOR CHECKSIG CHECKSIGVERIFY CHECKMULTISIG
  CHECKMULTISIGVERIFY NOP1 CLTV CSV NOP4 NOP5 NOP6 NOP7 NOP8 NOP9 NOP10`.split(/\s+/);

/**
 * Name of each opcode by its byte, as Esplora prints it (rust-bitcoin's names: OP_PUSHBYTES_n, OP_CLTV, OP_RETURN_187
 * for an unassigned one).
 */
export const opcodeNames: readonly string[] = Array.from({ length: 256 }, (_, code) => {
  if (code === 0) return 'OP_0';
  if (code <= 0x4b) return `OP_PUSHBYTES_${code}`;
  if (code === OP.PUSHDATA1) return 'OP_PUSHDATA1';
  if (code === OP.PUSHDATA2) return 'OP_PUSHDATA2';
  if (code === OP.PUSHDATA4) return 'OP_PUSHDATA4';
  if (code === OP.PUSHNUM_NEG1) return 'OP_PUSHNUM_NEG1';
  if (code === OP.RESERVED) return 'OP_RESERVED';
  if (code <= OP.PUSHNUM_16) return `OP_PUSHNUM_${code - OP.RESERVED}`;
  if (code <= 0xb9) return `OP_${namesFromNop[code - 0x61]}`;
  if (code === OP.CHECKSIGADD) return 'OP_CHECKSIGADD';
  if (code === 0xff) return 'OP_INVALIDOPCODE';
  return `OP_RETURN_${code}`;
});

/**
 * Returns true for an opcode that makes a script that starts with it fail: return, reserved, disabled, unassigned.
 * Source: rust-bitcoin's classes ReturnOp and IllegalOp for legacy scripts
 */
export function failsImmediately(opcode: number): boolean {
  return opcode >= OP.CHECKSIGADD || failing.has(opcodeNames[opcode]!.slice(3));
}

const failing = new Set(
  `RESERVED VER VERIF VERNOTIF RETURN CAT SUBSTR LEFT RIGHT INVERT AND OR XOR RESERVED1 RESERVED2 2MUL 2DIV MUL DIV MOD
  LSHIFT RSHIFT`.split(/\s+/),
);
