import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { listenForPalette } from '../../components/palette-shortcut.ts';
import { toast } from '../../components/toast.ts';

type Palette = typeof import('./BuyerPalette.tsx').default;

/** Opens the palette, which is loaded on demand. */
export function PaletteButton({ user }: { user: UserDto | undefined }) {
  const [Opened, setOpened] = useState<{ Palette: Palette } | null>(null);
  const open = () => {
    import('./BuyerPalette.tsx').then(
      ({ default: Palette }) => setOpened({ Palette }),
      () => void toast('error', 'The search could not be loaded. Check your network.'),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` behaves the same in every render.
  useEffect(() => (user ? listenForPalette(open) : undefined), [user]);
  return (
    <>
      <button
        className="navbar__button"
        type="button"
        onClick={open}
        aria-label="Search and commands"
        aria-keyshortcuts="Meta+K Control+K"
        title="Search and commands (⌘K or Ctrl K)"
      >
        <Search aria-hidden="true" />
      </button>
      {Opened && user && <Opened.Palette user={user} close={() => setOpened(null)} />}
    </>
  );
}
