import type { OrderItemDto } from '../../../api/modules/orders/dto.ts';
import { AmountList } from '../../components/AmountList.tsx';
import { rupees } from '../../lib/format.ts';

export function OrderItem({ item }: { item: OrderItemDto }) {
  const { selectedPlan: plan, extraFeatures: extras } = item;
  return (
    <article className="order-item">
      <img src={item.thumbnailImage.url} alt="" width={192} height={120} loading="lazy" />
      <div className="stack">
        <h3>{item.title}</h3>
        <p>
          <span className="tag">{plan.planType}</span>{' '}
          <span className="price">{rupees(plan.price)}</span>
        </p>
        <p className="muted text-15">{plan.shortDescription}</p>
        <ul className="bullets">
          {plan.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        {extras.length > 0 && (
          <AmountList
            label="Extras"
            rows={extras.map(({ name, price, quantity }) => ({
              name,
              amount: `${rupees(price)} × ${quantity} = ${rupees(price * quantity)}`,
            }))}
          />
        )}
      </div>
    </article>
  );
}
