/** Orders in advance as a dialog, where there is no room for their panel. */
import { Dialog } from '../parts/Dialog';
import { useOrderPlan } from '../state/orders';
import { useText } from '../text';
import { OrderNotes, OrdersForm } from './OrdersForm';
import { OrderButtons } from './OrderButtons';
import './orders.css';

export default function OrdersDialog({ seat, onClose }: { seat: number; onClose: () => void }) {
  const t = useText();
  const { plan, set } = useOrderPlan(seat);
  return (
    <Dialog title={t('orders')} onClose={onClose} className="settings orders-plan">
      <p className="note">
        <mark>{t('orders.plan')}</mark> {t('orders.secret')}
      </p>
      <OrderNotes seat={seat} />
      <OrdersForm seat={seat} plan={plan} set={set} />
      <div className="menu-buttons">
        <OrderButtons seat={seat} onDone={onClose} />
      </div>
    </Dialog>
  );
}
