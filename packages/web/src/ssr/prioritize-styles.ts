const sheetPattern = /<link [^>]*rel="stylesheet"[^>]*>/g;
const hintPattern = /<link rel="modulepreload"[^>]*>/g;
const startPattern = /<script ([^>]*)type="module" async="">([\s\S]*?)<\/script>/;

/** Where style sheets take longer, scripts need not be later still. */
const maxWaitMs = 2_000;

/**
 * Puts what a page is painted with before what makes it alive: style sheets at once, scripts after the first paint. React
 * writes the hints of scripts first, and over few connections they would hold up the style sheets.
 * @param html  as React rendered it: attributes hold no `>`
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
 * Begins with the scripts once something is painted. Tabs in the background paint nothing, and nobody waits there; what
 * says no word of its paints, or paints late, is not waited for either. A few hints at once: each takes the browser a moment,
 * and a finger may be on the page.
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
