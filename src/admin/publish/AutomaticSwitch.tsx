import { setAutomatic } from './publish-store.ts';

/** Whether saved changes are published without a click. */
export const AutomaticSwitch = ({ isOn }: { isOn: boolean }) => (
  <section className="card card--padded stack stack--small automatic-publishing">
    <label>
      <input
        type="checkbox"
        checked={isOn}
        aria-describedby="automatic-about"
        onChange={({ target }) => void setAutomatic(target.checked)}
      />
      Publish changes automatically
    </label>
    <p className="text-13" id="automatic-about">
      The site is published a second after you save a change to it. Going back to a release switches
      this off. Clients’ reviews reach the site within a minute in any case.
    </p>
  </section>
);
