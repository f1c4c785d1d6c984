/** The caches of a browser, in memory. */

interface Kept {
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
}

export function storage(stored: Map<string, Map<string, Kept>>) {
  const open = (name: string) => {
    const rows = stored.get(name) ?? new Map<string, Kept>();
    stored.set(name, rows);
    return Promise.resolve({
      match: (key: string) => {
        const kept = rows.get(key);
        return Promise.resolve(kept && new Response(kept.body, { headers: kept.headers }));
      },
      put: async (key: string, answer: Response) => {
        const body = new Uint8Array(await answer.arrayBuffer());
        rows.delete(key);
        rows.set(key, { body, headers: answer.headers });
      },
      delete: (key: string) => Promise.resolve(rows.delete(key)),
      keys: () => Promise.resolve([...rows.keys()].map((url) => ({ url }))),
    });
  };
  return { open, keys: () => Promise.resolve([...stored.keys()]) };
}
