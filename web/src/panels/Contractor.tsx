/** What the demolition contractor pays, and whether his card's numbers are the printed ones. */
import { usePart } from '../state/play';
import { sayGame, useText } from '../text';

/** What the next scrapped plant brings, in a word, on the table itself. */
export function ContractorPays() {
  const t = useText();
  const contractor = usePart(({ game }) => ({ contractor: game.contractor })).contractor;
  if (!contractor) return null;
  const next = contractor.paid > 0 ? contractor.others : contractor.first;
  return <span className="contractor-pays">{t('contractor.short', { next })}</span>;
}

export function ContractorNote() {
  const t = useText();
  const { contractor, printed } = usePart(({ game, board }) => ({
    contractor: game.contractor,
    printed: board.contractor_printed,
  }));
  if (!contractor) return null;
  const { first, others, paid } = contractor;
  return (
    <p className="note contractor">
      {t('contractor.pays', { first, others, next: paid > 0 ? others : first })}{' '}
      {printed[contractor.card - 1] === false && sayGame('reconstructed', 'contractor')}
    </p>
  );
}
