const sheetPattern = /<link [^>]*rel="stylesheet"[^>]*>/g;
const hintPattern = /<link rel="modulepreload"[^>]*>/g;
const startPattern = /<script ([^>]*)type="module" async="">([\s\S]*?)<\/script>/;

/** Maximum delay of scripts when style sheets are slow. */
const maxWaitMs = 2_000;

/**
 * Moves style sheets before scripts: style sheets at once, scripts after the first paint. React writes script hints
 * first, which would delay the style sheets on few connections.
 * @param html from React: attributes contain no `>`
 */
export function prioritizeStyles(html: string): string {
  const end = html.indexOf('</head>');
  const head = html.slice(0, Math.max(0, end));
  const body = html.slice(head.length);
  const start = startPattern.exec(body);
  const at = head.indexOf('<link rel="modulepreload"');
  if (at < 0 || start === null) return html;
  const rest = head.slice(at);
  const sheets = rest.match(sheetPattern) ?? [];
  const hints = rest.match(hintPattern) ?? [];
  const hrefs = hints.flatMap((hint) => / href="([^"]*)"/.exec(hint)?.[1] ?? []);
  const [whole, attributes = '', module = ''] = start;
  return [
    head.slice(0, at),
    sheets.join(''),
    rest.replace(sheetPattern, '').replace(hintPattern, ''),
    body.slice(0, start.index),
    `<script ${attributes.trimEnd()}>${laterScript(hrefs, module)}</script>`,
    body.slice(start.index + whole.length),
  ].join('');
}

/**
 * Starts the scripts after the first paint, or at once in a background tab, or after a timeout. A few hints at a time,
 * to keep the page responsive.
 */
function laterScript(hrefs: readonly string[], module: string): string {
  const data = [hrefs, module].map((part) => JSON.stringify(part).replaceAll('<', '\\u003c')).join();
  return `((hrefs,module)=>{
const {nonce}=document.currentScript;
const add=(name,parts)=>document.head.append(Object.assign(document.createElement(name),{nonce,...parts}));
let isBegun=document.hidden;
const start=()=>{for(const href of hrefs.splice(0,4))add("link",{rel:"modulepreload",href});if(hrefs.length>0)setTimeout(start);else add("script",{type:"module",text:module})};
const begin=()=>{if(!isBegun){isBegun=true;start()}};
if(isBegun)start();else{setTimeout(begin,${maxWaitMs});new PerformanceObserver(begin).observe({type:"paint",buffered:true})}
})(${data})`;
}
