/** Filling a text with its arguments. */

export type Args = Record<string, string | number>;

/** Say a text: `{name}` is an argument, `{n|one|many}` chooses by number. */
export function fill(text: string, args: Args = {}): string {
  return text
    .replace(
      /\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g,
      (_, name: string, one: string, many: string) => (Number(args[name]) === 1 ? one : many),
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}
