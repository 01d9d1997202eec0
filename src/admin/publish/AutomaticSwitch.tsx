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
      The site is published a second after a change to it is saved, by you or by a client’s review.
      Going back to a release switches this off.
    </p>
  </section>
);
