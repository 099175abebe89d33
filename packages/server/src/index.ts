/**
 * Composes the program: configuration, a runtime per network, HTTP, sockets, presenters, command line. The only package
 * where engines and wire formats meet; no domain rules.
 * Example: `const explorer = await startExplorer({ config: loadConfig({}, process.env), web, log, onFatal });`
 */
export { type Config, loadConfig } from './config/config.ts';
export type { Flags } from './config/flags.ts';
export { type Explorer, type ExplorerOptions, startExplorer } from './explorer.ts';
