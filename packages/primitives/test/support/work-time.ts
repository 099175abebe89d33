/** Milliseconds that this process has worked: what others take of the machine does not count. */
export function workMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
