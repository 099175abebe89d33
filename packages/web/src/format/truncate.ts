/**
 * Returns the first and last characters with an ellipsis between; six of each by default. Short texts are unchanged.
 */
export function truncate(text: string, length = 12): string {
  const each = Math.floor(length / 2);
  return text.length <= length + 1 ? text : `${text.slice(0, each)}…${text.slice(-each)}`;
}
