/** What answers the page: a server over the network, or a worker on this device. The page asks both the same. */
import { noteAnswer, noteReached } from './away';

/** What is read of an answer to a request. */
export interface Reply {
  ok: boolean;
  status: number;
  statusText: string;
  json: () => Promise<unknown>;
}

export interface WireEvents {
  opened: () => void;
  received: (text: string) => void;
  closed: () => void;
}

/** The line of a table: messages both ways. */
export interface Wire {
  isOpen: () => boolean;
  send: (text: string) => void;
  close: () => void;
}

export interface Port {
  request: (method: 'GET' | 'POST', path: string, body: string | null, language: string) => Promise<Reply>;
  wire: (path: string, events: WireEvents) => Wire;
}

/** The server that the page came from. */
export const server: Port = {
  request: async (method, path, body, language) => {
    try {
      const answer = await fetch(path, {
        method,
        headers: { 'Accept-Language': language, ...(body === null ? {} : { 'Content-Type': 'application/json' }) },
        body: body ?? undefined,
        credentials: 'same-origin',
      });
      noteAnswer(answer.status);
      return answer;
    } catch (error) {
      noteReached(false);
      throw error;
    }
  },
  wire: (path, events) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      noteReached(true);
      events.opened();
    };
    socket.onmessage = (event) => {
      events.received(String(event.data));
    };
    socket.onclose = () => {
      // a socket that was open may have been closed on purpose
      if (!opened) noteReached(false);
      events.closed();
    };
    return {
      isOpen: () => socket.readyState === WebSocket.OPEN,
      send: (text) => {
        socket.send(text);
      },
      close: () => {
        socket.close();
      },
    };
  },
};

let chosen: Port = server;

export const port = (): Port => chosen;

/** Let something else answer from now on. */
export function choosePort(other: Port): void {
  chosen = other;
}
