import type { OrderItemDto } from '../../../api/modules/orders/dto.ts';
import { AmountList } from '../../components/AmountList.tsx';
import { price } from '../../lib/format.ts';

export function OrderItem({ item, currency }: { item: OrderItemDto; currency: string }) {
  const { selectedPlan: plan, extraFeatures: extras } = item;
  return (
    <article className="order-item stack stack--large">
      <img
        className="framed"
        src={item.thumbnailImage.url}
        alt=""
        width={192}
        height={120}
        loading="lazy"
      />
      <div className="stack">
        <h3 className="title-17">{item.title}</h3>
        <p>
          <span className="tag">{plan.planType}</span>{' '}
          <span className="price">{price(plan.price, currency)}</span>
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
            rows={extras.map(({ name, price: each, quantity }) => ({
              name,
              amount: `${price(each, currency)} × ${quantity} = ${price(each * quantity, currency)}`,
            }))}
          />
        )}
      </div>
    </article>
  );
}
