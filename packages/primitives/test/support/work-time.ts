/** Returns the CPU time of this process in ms, which does not depend on other load. */
export function workMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
