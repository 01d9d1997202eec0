import './toasts.css';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';

const AT_MOST = 20;
const LIFETIMES = { success: 2_000, error: 4_000, info: 4_000, loading: Number.POSITIVE_INFINITY };

let mounted = false;

function mount(): void {
  if (mounted) return;
  mounted = true;
  const place = document.body.appendChild(document.createElement('div'));
  createRoot(place).render(
    <Toaster position="top-right" visibleToasts={AT_MOST} expand closeButton className="toasts" />,
  );
}

export function show(kind: keyof typeof LIFETIMES, message: string, duration?: number): void {
  mount();
  sonner[kind](message, { duration: duration ?? LIFETIMES[kind] });
}
