/** Advice without a face of its own: one sentence in the console; the advised choice is ticked, and the loud button does it. */
import './note.css';
import { favourOf, useFresh } from './advice';

export function AdvisedNote() {
  const { hint } = useFresh();
  const best = hint?.choices[0];
  if (hint === null || best === undefined) return null;
  const text = favourOf(best) || (best.claims[0]?.text ?? hint.advice.reason?.text ?? '');
  return text === '' ? null : (
    <p role="status" className="advised-note">
      {text}
    </p>
  );
}
