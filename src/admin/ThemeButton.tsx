import { SunMoon } from 'lucide-react';
import { switchTheme } from '../components/theme.ts';

export const ThemeButton = () => (
  <button className="nav-item" type="button" onClick={switchTheme}>
    <SunMoon aria-hidden="true" /> Light or dark
  </button>
);
