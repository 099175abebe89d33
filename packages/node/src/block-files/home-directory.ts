import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/**
 * Returns the home directory of this user: `HOME`, or that of the user database when it is not an absolute path.
 * undefined: the user has none, as in a container that runs as a user without an entry.
 * @param finds read the two
 */
export function homeDirectory(finds = [homedir, () => userInfo().homedir]): string | undefined {
  for (const find of finds) {
    try {
      const home = find();
      if (isAbsolute(home)) return home;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    }
  }
  return undefined;
}
