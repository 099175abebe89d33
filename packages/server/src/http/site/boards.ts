import type { Board, WebConfig } from '@glassblock/contract';
import { type BoardsConfig, readBoards } from '../../config/boards-config.ts';

/** The boards of all sites. */
export interface Boards {
  /** Returns a board; undefined for an unknown one. */
  find(site: string, name: string): Board | undefined;
  /** Returns the boards of a site for its pages; undefined: it has none. */
  listOf(site: string): WebConfig['boards'];
  /**
   * Reads the files again. A site whose file has faults keeps its boards.
   * @returns a sentence for each fault
   */
  reload(): string[];
}

/** Creates the boards. The files were checked with the configuration: a site whose file has faults since has no boards. */
export function createBoards({ files, subjects }: BoardsConfig): Boards {
  const bySite = new Map<string, { boards: ReadonlyMap<string, Board>; list: WebConfig['boards'] }>();
  const reload = () => {
    const faults: string[] = [];
    for (const file of files) {
      const before = faults.length;
      const boards = readBoards(file, subjects, faults);
      if (faults.length > before) continue;
      const home = boards.find((board) => board.home)?.name;
      const list = {
        site: file.site,
        ...(home !== undefined && { home }),
        pages: boards.map(({ name, title }) => ({ name, title })),
      };
      bySite.set(file.site, { boards: new Map(boards.map((board) => [board.name, board])), list });
    }
    return faults;
  };
  reload();
  return {
    find: (site, name) => bySite.get(site)?.boards.get(name),
    listOf: (site) => bySite.get(site)?.list,
    reload,
  };
}
