import '../account/account.css';
import './settings.css';
import { type ReactNode, useLayoutEffect } from 'react';
import type { UserDto } from '../../../api/modules/accounts/dto.ts';
import { loadOnDemand } from '../../components/load-on-demand.tsx';
import { BillingDetails } from '../account/settings/BillingDetails.tsx';
import { ChangePassword } from '../account/settings/ChangePassword.tsx';
import { DeleteAccount } from '../account/settings/DeleteAccount.tsx';
import { Devices } from '../account/settings/Devices.tsx';
import { EmailAddress } from '../account/settings/EmailAddress.tsx';
import { ExportData } from '../account/settings/ExportData.tsx';
import { NameAndPicture } from '../account/settings/NameAndPicture.tsx';
import { WhatIsShown } from '../case-studies/WhatIsShown.tsx';
import { Preferences } from '../notifications/Preferences.tsx';

const SecondFactor = loadOnDemand(
  async () => (await import('../account/settings/SecondFactor.tsx')).SecondFactor,
);

interface Section {
  id: string;
  title: string;
  lead: string;
  render: (user: UserDto) => ReactNode;
  /** Whom it does not concern. */
  without?: UserDto['role'][];
}

/** In display order; each feature adds its own section. */
const SECTIONS: Section[] = [
  {
    id: 'you',
    title: 'You',
    lead: 'Your name and picture, as others see them.',
    render: (user) => <NameAndPicture user={user} />,
  },
  {
    id: 'email',
    title: 'E-mail',
    lead: 'We send a code to your new address to confirm it.',
    render: (user) => <EmailAddress user={user} />,
  },
  {
    id: 'password',
    title: 'Password',
    lead: 'Changing it signs out every other device.',
    render: (user) => <ChangePassword email={user.email} />,
  },
  {
    id: 'keys',
    title: 'Keys',
    lead: 'A passkey signs you in by itself. If we ask for it after your password or code, too, neither is enough by itself.',
    render: () => <SecondFactor />,
  },
  {
    id: 'devices',
    title: 'Devices',
    lead: 'Where you are signed in. Sign out anything you do not recognise.',
    render: () => <Devices />,
  },
  {
    id: 'notifications',
    title: 'Notifications',
    lead: 'Choose what we tell you about, and where.',
    render: () => <Preferences />,
  },
  {
    id: 'billing',
    title: 'Billing',
    lead: 'Used for your next order and its receipts. Receipts you already have stay as they are.',
    render: (user) => <BillingDetails user={user} />,
    without: ['owner', 'assistant'],
  },
  {
    id: 'shown',
    title: 'Case studies',
    lead: 'What you allowed to be shown of your orders. What you take back is gone from the site within a minute.',
    render: () => <WhatIsShown />,
    without: ['owner', 'assistant'],
  },
  {
    id: 'data',
    title: 'Your data',
    lead: 'Download your account, devices, orders, payments, messages and reviews in one file.',
    render: () => <ExportData />,
  },
  {
    id: 'delete',
    title: 'Delete account',
    lead: 'Delete your account and your data for good.',
    render: () => <DeleteAccount />,
    without: ['owner'],
  },
];

export function Settings({ user }: { user: UserDto }) {
  const sections = SECTIONS.filter(({ without = [] }) => !without.includes(user.role));
  // The browser looked for the section of the address before it was there.
  useLayoutEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <header className="page-head settings__head">
        <h1>Settings</h1>
      </header>
      <div className="settings">
        <nav className="settings__nav" aria-label="Settings">
          {sections.map(({ id, title }) => (
            <a className="menu-item menu-item--quiet" key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <div className="stack stack--large">
          {sections.map(({ id, title, lead, render }) => (
            <section key={id} id={id} className="settings__section card card--padded">
              <header className="stack stack--small">
                <h2 className="title-20">{title}</h2>
                <p className="muted text-15">{lead}</p>
              </header>
              <div className="settings__body stack stack--large">{render(user)}</div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
