/**
 * Composes the parts: configuration, one runtime a network, HTTP, sockets, presenters, command line. The only place
 * where engines and wire shapes meet; no domain rules.
 *
 *     const explorer = await startExplorer({ config: loadConfig({}, process.env), web, log, onFatal });
 */
export { type Config, type Flags, loadConfig } from './config/config.ts';
export { type Explorer, type ExplorerOptions, startExplorer } from './explorer.ts';
