/** Advice without a face of its own: one sentence in the console; the advised choice is ticked, and the loud button does it. */
import './note.css';
import { favourOf, useFresh } from './advice';

export function AdvisedNote() {
  const { hint } = useFresh();
  const best = hint?.choices[0];
  const text =
    hint === null || best === undefined
      ? ''
      : favourOf(best) || (best.claims[0]?.text ?? hint.advice.reason?.text ?? '');
  // its line is kept while the adviser thinks
  return (
    <p role="status" className="advised-note">
      {text}
    </p>
  );
}
