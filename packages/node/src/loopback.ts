/** Returns whether a host of a URL is this machine: IPv6 addresses in brackets. */
export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/i.test(host);
