/** How many play: the numbers of players that a game takes. */
interface PlayersProps {
  value: number;
  sizes: readonly number[];
  disabled?: boolean;
  onChange: (players: number) => void;
}

export function PlayersSelect({ value, sizes, disabled = false, onChange }: PlayersProps) {
  return (
    <select
      value={value}
      disabled={disabled}
      onChange={(event) => {
        onChange(Number(event.target.value));
      }}
    >
      {sizes.map((n) => (
        <option key={n}>{n}</option>
      ))}
    </select>
  );
}
