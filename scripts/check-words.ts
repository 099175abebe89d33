// Reports words that docs/glossary.md rejects and that cspell cannot recognize without context: a bare "pool", phrases, and
// names of limits. Checks comments, docs, UI texts and quoted texts of code (names of tests, messages of errors); other code only
// for names of limits. Run by `npm run check:words`.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { subjectFaults, subjectsToCheck } from './commit-subjects.ts';

interface Rule {
  pattern: RegExp;
  use: string;
}

/** Rules for comments, docs and UI texts. */
const textRules: readonly Rule[] = [
  {
    pattern:
      /(?<!\b(?:mining|connection|connections|thread|worker|libuv's thread|staking)\s|[\w`'"./:<-])pools?\b(?![\w`'"./:>(=-])/i,
    use: '"mempool" or "mining pool"',
  },
  { pattern: /\bat hand\b/i, use: '"available" or "cached"' },
  { pattern: /\btaken back\b/i, use: '"disconnected"' },
  { pattern: /\bleft the chain\b/i, use: '"disconnected"' },
  { pattern: /\bheld against\b/i, use: '"compared with" or "audited against"' },
  { pattern: /\bwhat waits\b/i, use: '"unconfirmed transactions"' },
  { pattern: /\bwaiting room\b/i, use: '"mempool"' },
  { pattern: /\bmined lately\b/i, use: '"recently confirmed"' },
  { pattern: /\blost blocks?\b/i, use: '"stale block"' },
];

/** Rules for code. */
const codeRules: readonly Rule[] = [
  { pattern: /\b(?:most|least|few|many)[A-Z]\w*\b/, use: 'a name with max or min' },
  { pattern: /\b[kK]ept[A-Z]\w*\b/, use: 'a name with max, retention, cached or stored' },
];

/** Texts that clients rely on or that are fixed by the product specification. */
const fixedTexts =
  /Failed to get blocks for pool|Failed to get accelerations by pool|Indexing pools hashrate|Error loading pool data/g;

/** Lines with this mark and a reason are not checked. */
const exception = /check-words: allow \S+/;

const commentStart = /^\s*(?:\/\/|\/\*|\*|#)|(?:^|\s)\/\/\s/;

const variable = /\$\{[^}]*\}/g;
/** In quoted texts: names of mining pools, and titles of charts that the product specification fixes. */
const properName = /\bPool\b|\bPOOL\b|Pools Ranking|Pools Dominance|^(?:rank,)?pool,/g;
/** A quoted text of two or more words. */
const quotedText = /'(?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*'|`[^`\n]* [^`\n]*`/g;

/** Returns the checked texts of a line: comment and quoted texts in code, the whole line elsewhere. */
function proseOf(line: string, isCode: boolean): readonly string[] {
  const checked = line.replace(fixedTexts, '');
  if (!isCode) return [checked];
  const start = commentStart.exec(checked)?.index ?? checked.length;
  const quoted = checked.slice(0, start).match(quotedText) ?? [];
  return [
    checked.slice(start),
    ...quoted.map((text) => text.slice(1, -1).replace(variable, ' ').replace(properName, ' ')),
  ];
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(ts|tsx|cts|css|md)$|\/messages\/[\w-]+\.json$|^\.ci\/run$/.test(file))
  .filter((file) => !['docs/glossary.md', 'scripts/check-words.ts', 'scripts/commit-subjects.test.ts'].includes(file));

let findings = 0;
for (const file of files) {
  const isCode = /\.(ts|tsx|cts|css)$|run$/.test(file);
  const isMessages = file.endsWith('.json');
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (exception.test(line)) continue;
    const texts = isMessages
      ? [
          line
            .replace(fixedTexts, '')
            .replace(/^\s*"[^"]+":\s*/, '')
            .replace(/\{\w+[^{}]*?[,}]/g, ' '),
        ]
      : proseOf(line, isCode);
    const found = [
      ...texts.flatMap((text) => textRules.map(({ pattern, use }) => ({ word: pattern.exec(text)?.[0], use }))),
      ...(isCode ? codeRules.map(({ pattern, use }) => ({ word: pattern.exec(line)?.[0], use })) : []),
    ];
    for (const { word, use } of found) {
      if (word === undefined) continue;
      findings += 1;
      console.log(`${file}:${index + 1}: use ${use} instead of "${word}": ${line.trim().slice(0, 100)}`);
    }
  }
}

const flagged = (JSON.parse(readFileSync('cspell.json', 'utf8')) as { flagWords: string[] }).flagWords.map(
  (entry) => new RegExp(`\\b${entry.split('->')[0]}\\b`, 'i'),
);
const subjects = subjectsToCheck('.');
for (const subject of subjects) {
  for (const fault of subjectFaults(subject, [...flagged, ...textRules.map(({ pattern }) => pattern)])) {
    findings += 1;
    console.log(`commit "${subject}" ${fault}`);
  }
}
console.log(`${files.length} files, ${subjects.length} commit subjects, ${findings} findings`);
process.exit(findings === 0 ? 0 : 1);
