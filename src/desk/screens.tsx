import { useStore } from '@nanostores/react';
import { Publish } from './publish/Publish.tsx';
import { $page, pathOf } from './router.ts';
import { Screen } from './Screen.tsx';

/** What the address names. */
export function ScreenOf() {
  const page = useStore($page);
  switch (page?.route) {
    case 'publish':
      return <Publish />;
    default:
      return (
        <Screen title="Nothing here">
          <div className="empty">
            <h2>The desk has no such drawer</h2>
            <a className="button" href={pathOf('today')}>
              Back to today
            </a>
          </div>
        </Screen>
      );
  }
}
