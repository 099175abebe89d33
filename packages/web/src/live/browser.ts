import type { Platform } from './connection.ts';

/** Socket, timers and random numbers of the browser. */
export const browserPlatform: Platform = {
  open(url, events) {
    const socket = new WebSocket(url);
    socket.onopen = () => events.open();
    socket.onmessage = (message) => events.message(String(message.data));
    socket.onerror = () => events.closed();
    socket.onclose = () => events.closed();
    return { send: (text) => socket.send(text), close: () => socket.close() };
  },
  later(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  watchNetwork({ lost, back }) {
    const end = new AbortController();
    window.addEventListener('offline', lost, { signal: end.signal });
    window.addEventListener('online', back, { signal: end.signal });
    return () => end.abort();
  },
  random: Math.random,
};
