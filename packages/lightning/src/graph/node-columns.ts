import { toHex } from '@glassblock/primitives';
import type { GossipNode } from './gossip.ts';
import { equalsAt, hashBytes, RowTable, randomSeed, roomFor, widened } from './row-table.ts';
import { parseSocket, type Reach, reachOf } from './sockets.ts';

/** How nodes can be reached; new nodes have no addresses. */
export const reaches: readonly Reach[] = ['unannounced', 'tor', 'clearnet', 'both'];

const keyBytes = 33;
/** Without the first byte, which is 2 or 3. */
const hashedBytes = 32;
const none = -1;
/** Distinct feature fields whose text is shared. */
const maxSharedTexts = 10_000;
const noSockets: readonly string[] = [];

/** Nodes by row number, in typed columns. Rows are never removed. */
export class NodeColumns {
  count = 0;
  /** Unix seconds of the node's newest announcement; 0: none. */
  updatedAt = new Uint32Array(0);
  /** Unix seconds; 0: unknown. */
  firstSeen = new Uint32Array(0);
  color = new Uint32Array(0);
  /** Bit n: source n has the node in its graph. */
  sources = new Uint8Array(0);
  /** The source of the newest announcement. */
  announcedBy = new Uint8Array(0);
  /** Sats of active channels. */
  capacity = new Float64Array(0);
  activeChannels = new Uint32Array(0);
  /** Channels that are not closed. */
  openChannels = new Uint32Array(0);
  closedChannels = new Uint32Array(0);
  /** The newest channel of the node: twice its row plus the side; -1: none. */
  firstLink = new Int32Array(0);
  /** How the node can be reached by its announced addresses: index in `reaches`. */
  reach = new Uint8Array(0);
  readonly alias: string[] = [];
  /** The alias as words for the search. */
  readonly words: string[] = [];
  readonly sockets: (readonly string[])[] = [];
  readonly features: string[] = [];
  /** Records of nodes that announce any. */
  readonly records = new Map<number, Readonly<Record<string, string>>>();
  private keys = new Uint8Array(0);
  private readonly seed = randomSeed();
  private readonly rows = new RowTable((row) => hashBytes(this.keys, keyBytes * row + 1, this.seed, hashedBytes));
  private readonly sharedTexts = new Map<string, string>();
  private readonly wanted = Buffer.alloc(keyBytes);

  /** Bytes of the typed columns. */
  get bytes(): number {
    const columns = [
      this.updatedAt,
      this.firstSeen,
      this.color,
      this.sources,
      this.announcedBy,
      this.capacity,
      this.activeChannels,
      this.openChannels,
      this.closedChannels,
      this.firstLink,
      this.reach,
      this.keys,
    ];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, this.rows.bytes);
  }

  /** Returns the row of a public key of 66 hex digits; -1 if there is none, and for anything else. */
  find(publicKey: string): number {
    if (publicKey.length !== 2 * keyBytes || this.wanted.write(publicKey, 0, 'hex') !== keyBytes) return none;
    const { wanted } = this;
    return this.rows.find(hashBytes(wanted, 1, this.seed, hashedBytes), (row) =>
      equalsAt(this.keys, keyBytes * row, wanted, keyBytes),
    );
  }

  /** Returns the row of a public key; adds one without an announcement if there is none. */
  findOrAdd(publicKey: string): number {
    const known = this.find(publicKey);
    if (known !== none) return known;
    const row = this.count++;
    if (row >= this.updatedAt.length) this.growTo(roomFor(row));
    this.keys.set(this.wanted, keyBytes * row);
    this.firstLink[row] = none;
    this.alias.push('');
    this.words.push('');
    this.sockets.push(noSockets);
    this.features.push('');
    this.rows.insert(row);
    return row;
  }

  /** Stores an announcement. */
  announce(row: number, node: Omit<GossipNode, 'publicKey'>): void {
    this.updatedAt[row] = node.updatedAt;
    this.color[row] = node.color;
    this.alias[row] = node.alias;
    this.words[row] = searchWords(node.alias);
    this.sockets[row] = node.sockets.length === 0 ? noSockets : node.sockets;
    this.features[row] = this.shared(node.features);
    this.reach[row] = reaches.indexOf(reachOf(node.sockets.flatMap((text) => parseSocket(text)?.type ?? [])));
    if (Object.keys(node.records).length === 0) this.records.delete(row);
    else this.records.set(row, node.records);
  }

  /** Returns the public key as hex. */
  publicKey(row: number): string {
    return toHex(this.keyAt(row));
  }

  /** Returns the public key, as a view. */
  keyAt(row: number): Uint8Array {
    return this.keys.subarray(keyBytes * row, keyBytes * (row + 1));
  }

  private shared(text: string): string {
    const known = this.sharedTexts.get(text);
    if (known !== undefined) return known;
    if (this.sharedTexts.size < maxSharedTexts) this.sharedTexts.set(text, text);
    return text;
  }

  private growTo(rows: number): void {
    this.keys = widened(this.keys, keyBytes * rows);
    this.updatedAt = widened(this.updatedAt, rows);
    this.firstSeen = widened(this.firstSeen, rows);
    this.color = widened(this.color, rows);
    this.sources = widened(this.sources, rows);
    this.announcedBy = widened(this.announcedBy, rows);
    this.capacity = widened(this.capacity, rows);
    this.activeChannels = widened(this.activeChannels, rows);
    this.openChannels = widened(this.openChannels, rows);
    this.closedChannels = widened(this.closedChannels, rows);
    this.firstLink = widened(this.firstLink, rows);
    this.reach = widened(this.reach, rows);
  }
}

/** Returns the words of a text in lower case, each after a space; `-`, `_` and `.` separate words too. */
export function searchWords(text: string): string {
  const words = text
    .toLowerCase()
    .split(/[\s\-_.]+/)
    .filter((word) => word !== '');
  return words.map((word) => ` ${word}`).join('');
}
