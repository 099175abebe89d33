/** Class of an opcode, for coloring. */
export type TokenKind =
  | 'data'
  | 'push'
  | 'flow'
  | 'stack'
  | 'splice'
  | 'logic'
  | 'number'
  | 'crypto'
  | 'time'
  | 'reserved'
  | 'broken';

/** A part of an asm text. */
export interface Token {
  text: string;
  kind: TokenKind;
}

const kinds: readonly (readonly [TokenKind, string])[] = [
  ['flow', 'NOP IF NOTIF ELSE ENDIF VERIFY RETURN'],
  [
    'stack',
    'TOALTSTACK FROMALTSTACK 2DROP 2DUP 3DUP 2OVER 2ROT 2SWAP IFDUP DEPTH DROP DUP NIP OVER PICK ROLL ROT SWAP TUCK',
  ],
  ['splice', 'CAT SUBSTR LEFT RIGHT SIZE'],
  ['logic', 'INVERT AND OR XOR EQUAL EQUALVERIFY'],
  [
    'number',
    `1ADD 1SUB 2MUL 2DIV NEGATE ABS NOT 0NOTEQUAL ADD SUB MUL DIV MOD LSHIFT RSHIFT BOOLAND BOOLOR NUMEQUAL
    NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN LESSTHANOREQUAL GREATERTHANOREQUAL MIN MAX WITHIN`,
  ],
  [
    'crypto',
    `RIPEMD160 SHA1 SHA256 HASH160 HASH256 CODESEPARATOR CHECKSIG CHECKSIGVERIFY CHECKMULTISIG CHECKMULTISIGVERIFY
    CHECKSIGADD`,
  ],
  ['time', 'CLTV CSV'],
];
const kindOf = new Map(kinds.flatMap(([kind, names]) => names.split(/\s+/).map((name) => [`OP_${name}`, kind])));

function kindOfWord(word: string): TokenKind {
  if (word.startsWith('<') || word.endsWith('>')) return 'broken';
  if (!word.startsWith('OP_')) return 'data';
  return /^OP_(0$|PUSH)/.test(word) ? 'push' : (kindOf.get(word) ?? 'reserved');
}

/** Splits asm text into classified tokens; consecutive words of one class are one token. */
export function tokensOf(asm: string): Token[] {
  const tokens: Token[] = [];
  for (const text of asm.replace('<push past end>', '<push-past-end>').split(' ')) {
    if (text === '') continue;
    const kind = kindOfWord(text);
    const last = tokens.at(-1);
    if (last?.kind === kind) last.text += ` ${text}`;
    else tokens.push({ text, kind });
  }
  return tokens;
}
