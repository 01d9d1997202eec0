import { useStore } from '@nanostores/react';
import { Store, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { ConfirmModal } from '../../components/ConfirmModal.tsx';
import { $shop, loadShop, openShop, removeStarterContent } from './publish-store.ts';

/** The steps from a new installation to the owner's own open shop; nothing once both are done. */
export function ShopState() {
  const shop = useStore($shop);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => void loadShop(), []);
  if (shop.state !== 'loaded') return null;
  const { open, isStarter } = shop.value;
  return (
    <>
      {!open && (
        <section className="card card--padded stack stack--medium" aria-labelledby="closed-title">
          <h2 id="closed-title">Your shop is closed</h2>
          <p>Visitors see that it opens soon, and nothing can be ordered.</p>
          <p>
            <Button variant="solid" icon={Store} onClick={() => void openShop()}>
              Open the shop
            </Button>
          </p>
        </section>
      )}
      {isStarter && (
        <section className="card card--padded stack stack--medium" aria-labelledby="starter-title">
          <h2 id="starter-title">Starter content</h2>
          <p>This shop still holds gigs, reviews or words of the starter shop.</p>
          <p>
            <Button icon={Trash2} onClick={() => setAsking(true)}>
              Remove starter content
            </Button>
          </p>
        </section>
      )}
      {isAsking && (
        <ConfirmModal
          title="Remove the starter content?"
          confirmLabel="Remove"
          cancelLabel="Keep it"
          danger
          onConfirm={() => void removeStarterContent()}
          onClose={() => setAsking(false)}
        >
          <p>
            Its gigs, past work, people, reviews, pictures and words are deleted. What you have
            written yourself stays.
          </p>
        </ConfirmModal>
      )}
    </>
  );
}
