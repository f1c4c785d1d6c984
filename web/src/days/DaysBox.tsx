/** Beside the board while one waits for days: what happened since one looked, and what the others ask. */
import { usePart } from '../state/play';
import Requests from './Requests';
import { SinceLooked } from './SinceLooked';
import './days.css';

export default function DaysBox() {
  const { table } = usePart(({ table }) => ({ table }));
  return (
    <div className="days-box">
      <SinceLooked />
      <Requests table={table} card />
    </div>
  );
}
