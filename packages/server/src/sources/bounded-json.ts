/**
 * Parses the JSON of a foreign response up to a size.
 * @throws {Error} with a sentence
 */
export async function boundedJson(response: Response, maxBytes: number): Promise<unknown> {
  return JSON.parse(Buffer.from(await boundedBytes(response, maxBytes)).toString('utf8'));
}

/**
 * Reads a foreign response up to a size.
 * @throws {Error} with a sentence
 */
export async function boundedBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.ok) throw new Error(`answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`answered with more than ${maxBytes / 1e6} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
