const title = /<title>([^<]*)<\/title>/;
const description = /<meta name="description" content="([^"]*)"\/>/;

/**
 * Adds title and description of a page as `og:title` and `og:description`, which some sites require for a preview of a link. Programs
 * read them in the HTML of the server alone: React ignores elements of the head that it has not rendered.
 * @param html from React: texts and attributes are escaped alike
 */
export function addSocialTitles(html: string): string {
  const end = html.indexOf('</head>');
  if (end < 0) return html;
  const head = html.slice(0, end);
  const added = [
    ['og:title', title.exec(head)?.[1]],
    ['og:description', description.exec(head)?.[1]],
  ].flatMap(([property, content]) => (content ? [`<meta property="${property}" content="${content}"/>`] : []));
  return [head, ...added, html.slice(end)].join('');
}
