/** Words for readers in place of a picture: the name of a button comes from its content, not from a label beside it. */

export function Spoken({ text }: { text: string }) {
  return <span className="hidden">{text}</span>;
}
