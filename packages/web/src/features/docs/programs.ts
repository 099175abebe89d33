/** A REST request for which programs are generated. */
export interface RestRequest {
  method: 'GET' | 'POST';
  url: string;
  /** Body of a POST; undefined without one. */
  body: string | undefined;
  isJsonBody: boolean;
  answer: 'JSON' | 'text' | 'bytes';
  /** An answer without a body is a success. */
  mayBeEmpty: boolean;
  /** File name for binary answers. */
  file: string;
}

/** A language of the examples. */
export type Language = 'curl' | 'commonjs' | 'esm' | 'python';

/** A program that runs as is. */
export interface Program {
  language: Language;
  title: string;
  code: string;
}

/** Quotes a string for JavaScript and Python. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** Quotes a string for a POSIX shell, which has no escapes between single quotes. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const mediaType = ({ isJsonBody }: RestRequest): string => (isJsonBody ? 'application/json' : 'text/plain');

function curl(request: RestRequest): string {
  const { method, url, body, answer, file } = request;
  const lines = [
    `curl -s ${answer === 'bytes' ? `-o ${file} ` : ''}${shellQuoted(url)}`,
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    // curl would otherwise send a form content type
    ...(body === undefined ? [] : [`-H 'Content-Type: ${mediaType(request)}'`, `--data ${shellQuoted(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Returns the statements that both kinds of JavaScript modules share. */
function fetched(request: RestRequest): string[] {
  const { method, url, body, answer, file, mayBeEmpty } = request;
  const call =
    method === 'GET'
      ? [`const response = await fetch(${quoted(url)});`]
      : [
          `const response = await fetch(${quoted(url)}, {`,
          "  method: 'POST',",
          ...(body === undefined
            ? []
            : [`  headers: { 'Content-Type': '${mediaType(request)}' },`, `  body: ${quoted(body)},`]),
          '});',
        ];
  const use = {
    JSON: mayBeEmpty
      ? 'console.log(response.status === 204 ? null : await response.json());'
      : 'console.log(await response.json());',
    text: 'console.log(await response.text());',
    bytes: `await writeFile('${file}', Buffer.from(await response.arrayBuffer()));`,
  }[answer];
  const check = 'if (!response.ok) throw new Error(await response.text());';
  return [...call, check, use];
}

function commonJs(request: RestRequest): string {
  return [
    ...(request.answer === 'bytes' ? ["const { writeFile } = require('node:fs/promises');", ''] : []),
    'async function main() {',
    ...fetched(request).map((line) => `  ${line}`),
    '}',
    '',
    'main();',
  ].join('\n');
}

function esModule(request: RestRequest): string {
  const imports = request.answer === 'bytes' ? ["import { writeFile } from 'node:fs/promises';", ''] : [];
  return [...imports, ...fetched(request)].join('\n');
}

function python(request: RestRequest): string {
  const { method, url, body, answer, file, mayBeEmpty } = request;
  const isGet = method === 'GET';
  const made = isGet
    ? []
    : [
        'request = Request(',
        `    ${quoted(url)},`,
        ...(body === undefined
          ? ["    method='POST',"]
          : [`    data=${quoted(body)}.encode(),`, `    headers={'Content-Type': '${mediaType(request)}'},`]),
        ')',
      ];
  const use = {
    JSON: mayBeEmpty ? 'print(None if response.status == 204 else json.load(response))' : 'print(json.load(response))',
    text: 'print(response.read().decode())',
    bytes: `Path('${file}').write_bytes(response.read())`,
  }[answer];
  return [
    ...(answer === 'JSON' ? ['import json'] : answer === 'bytes' ? ['from pathlib import Path'] : []),
    `from urllib.request import ${isGet ? 'urlopen' : 'Request, urlopen'}`,
    '',
    ...made,
    `with urlopen(${isGet ? quoted(url) : 'request'}) as response:`,
    `    ${use}`,
  ].join('\n');
}

/** Returns a program for a request in each language, using only its standard library. */
export const restPrograms = (request: RestRequest): Program[] => [
  { language: 'curl', title: 'cURL', code: curl(request) },
  { language: 'commonjs', title: 'CommonJS', code: commonJs(request) },
  { language: 'esm', title: 'ES Module', code: esModule(request) },
  { language: 'python', title: 'Python', code: python(request) },
];

/**
 * Returns programs that send one WebSocket frame and print matching answers.
 * @param payload the frame to send
 * @param keys of the matching frames
 */
export const livePrograms = (url: string, payload: string, keys: readonly string[]): Program[] => [
  {
    language: 'esm',
    title: 'JavaScript',
    code: [
      `const socket = new WebSocket(${quoted(url)});`,
      `const keys = [${keys.map(quoted).join(', ')}];`,
      '',
      `socket.addEventListener('open', () => socket.send(${quoted(payload)}));`,
      "socket.addEventListener('message', ({ data }) => {",
      '  const frame = JSON.parse(data);',
      '  for (const key of keys) if (key in frame) console.log(key, frame[key]);',
      '});',
    ].join('\n'),
  },
  {
    language: 'python',
    title: 'Python',
    code: [
      'import json',
      '',
      'from websockets.sync.client import connect  # pip install websockets',
      '',
      `keys = [${keys.map(quoted).join(', ')}]`,
      '',
      `with connect(${quoted(url)}, max_size=None) as socket:`,
      `    socket.send(${quoted(payload)})`,
      '    for text in socket:',
      '        frame = json.loads(text)',
      '        for key in keys:',
      '            if key in frame:',
      '                print(key, frame[key])',
    ].join('\n'),
  },
];
