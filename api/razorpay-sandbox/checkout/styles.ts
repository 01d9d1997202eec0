/**
 * The dialog's styles. They use the site's tokens if they exist; light-dark() follows the page's colour
 * scheme.
 */
export const STYLES = `
:host {
  --surface: light-dark(#ffffff, #11161b);
  --raised: light-dark(#f4f5f2, #171d24);
  --hairline: light-dark(#e2e5e1, #232b34);
  --edge: light-dark(#868f8a, #5d6b78);
  --text: light-dark(#12181d, #e9eef2);
  --muted: light-dark(#54616d, #98a6b3);
  --ink: light-dark(#0f766e, #2dd4bf);
  --solid: light-dark(#0f766e, #2dd4bf);
  --on-solid: light-dark(#ffffff, #04201d);
  --red: light-dark(#b91c1c, #f87171);
  --green: light-dark(#047857, #34d399);
  --veil: light-dark(rgb(18 24 29 / 0.45), rgb(4 6 8 / 0.66));
  --shadow: 0 24px 64px rgb(0 0 0 / 0.28);
  --sans: 'Geist Variable', 'Geist', system-ui, sans-serif;
  --mono: 'Geist Mono Variable', 'Geist Mono', ui-monospace, monospace;
  --quick: 160ms;
  --calm: 300ms;
}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
dialog {
  width: min(432px, 100vw - 32px); max-width: none; max-height: calc(100dvh - 32px);
  margin: auto; padding: 0; overflow: auto; overscroll-behavior: contain;
  border: 1px solid var(--hairline); border-radius: 14px;
  background: var(--surface); color: var(--text); box-shadow: var(--shadow);
  font: 15px/1.5 var(--sans); font-variant-numeric: tabular-nums;
}
dialog::backdrop { background: var(--veil); }
dialog[open] { animation: rise var(--calm) ease-out; }
@keyframes rise { from { opacity: 0; transform: translateY(12px); } }

header {
  display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; align-items: center;
  padding: 12px 12px 20px 24px; border-bottom: 1px solid var(--hairline);
  background:
    linear-gradient(100deg, var(--raised) 40%, transparent),
    linear-gradient(var(--hairline) 1px, transparent 1px) 0 23px / 40px 40px,
    linear-gradient(90deg, var(--hairline) 1px, transparent 1px) 23px 0 / 40px 40px,
    var(--raised);
}
header > div { grid-column: 1 / -1; padding-right: 12px; min-width: 0; }
h2 { font-size: 17px; line-height: 1.3; letter-spacing: -0.02em; overflow-wrap: anywhere; }
h3 { font-size: 17px; line-height: 1.3; letter-spacing: -0.02em; }
.muted { color: var(--muted); overflow-wrap: anywhere; }
.amount {
  grid-column: 1 / -1; font: 500 34px/1.1 var(--mono); letter-spacing: -0.035em; padding-top: 8px;
}
.mono { font: 13px/1.5 var(--mono); color: var(--muted); }
.mono b { color: var(--ink); font-weight: 600; letter-spacing: 0.02em; }

form, .part { display: grid; gap: 16px; align-content: start; }
/* As high as the tallest method, so that nothing moves under a finger that changes it. */
.layers { display: grid; }
.layers > * { grid-area: 1 / 1; }
[data-off] { visibility: hidden; }
.body { display: grid; align-items: start; padding: 20px 24px 24px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
.field { display: grid; grid-template-columns: 1fr auto; gap: 4px; }
.field label { font-weight: 500; }
.field input, .error { grid-column: 1 / -1; }
.optional { font: 13px/1.7 var(--mono); color: var(--muted); }
input:not([type='radio']) {
  width: 100%; height: 44px; padding: 0 12px; border-radius: 10px;
  border: 1px solid var(--edge); background: var(--surface); color: inherit;
  font: 16px var(--mono); transition: border-color var(--quick) ease-out;
}
input::placeholder { color: var(--muted); opacity: 1; }
input[aria-invalid='true'] { border-color: var(--red); }
.error { color: var(--red); font-size: 13px; }
.error:empty, .problem:empty { display: none; }
.problem {
  margin: 20px 24px 0; padding: 10px 12px; border-radius: 10px; color: var(--red);
  border: 1px solid var(--red);
}

.methods {
  display: grid; grid-template-columns: 1fr 1fr; gap: 4px; padding: 4px;
  border: 1px solid var(--hairline); border-radius: 14px; background: var(--raised);
}
.choice { position: relative; display: grid; }
.choice input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; }
.choice label {
  display: flex; gap: 8px; align-items: center; justify-content: center; height: 44px;
  border: 1px solid transparent; border-radius: 10px; color: var(--muted); font-weight: 500;
  transition: background var(--quick) ease-out, color var(--quick) ease-out;
}
.choice input:checked + label {
  background: var(--surface); border-color: var(--edge); color: var(--text);
}
.choice input:checked + label svg { color: var(--ink); }
svg {
  width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.75;
  stroke-linecap: round; stroke-linejoin: round;
}

button { font: inherit; color: inherit; border: 0; background: none; cursor: pointer; }
.solid {
  min-height: 48px; padding: 8px 16px; border-radius: 10px; font-weight: 600;
  background: var(--solid); color: var(--on-solid);
  transition: filter var(--quick) ease-out;
}
a.solid { display: grid; place-items: center; text-decoration: none; }
.result img { background: #ffffff; padding: 8px; border-radius: 10px; }
.solid:hover { filter: brightness(1.08); }
.quiet {
  padding: 4px 0; color: var(--ink); text-decoration: underline; text-underline-offset: 3px;
}
.close {
  display: grid; place-items: center; width: 44px; height: 44px; border-radius: 10px;
  color: var(--muted); transition: background var(--quick) ease-out;
}
.close:hover { background: var(--hairline); color: var(--text); }
[aria-disabled='true'] { cursor: progress; opacity: 0.7; }
.solid[aria-disabled='true']::after, .spinner {
  content: ''; display: inline-block; width: 16px; height: 16px; border-radius: 50%;
  border: 2px solid currentColor; border-right-color: transparent;
  animation: turn 0.8s linear infinite;
}
[aria-disabled='true']::after { margin-left: 10px; vertical-align: -2px; }
@keyframes turn { to { transform: rotate(1turn); } }
:is(button, input):focus-visible, .choice input:focus-visible + label {
  outline: 2px solid var(--ink); outline-offset: 2px;
}

.result {
  display: grid; justify-items: center; gap: 8px; padding: 40px 0; text-align: center;
}
.spinner { width: 40px; height: 40px; margin-bottom: 12px; color: var(--ink); }
.done svg {
  width: 56px; height: 56px; padding: 12px; margin-bottom: 8px; border-radius: 50%;
  border: 2px solid currentColor; color: var(--green); stroke-width: 2;
}
.done path { stroke-dasharray: 24; animation: draw var(--calm) 120ms ease-out backwards; }
@keyframes draw { from { stroke-dashoffset: 24; } }
.unseen {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}

@media (max-width: 480px) {
  dialog { width: 100vw; max-height: 100dvh; margin: auto 0 0; border-radius: 14px 14px 0 0; }
  header { padding-left: 20px; }
  .body { padding-inline: 20px; }
  .problem { margin-inline: 20px; }
}
@media (prefers-reduced-motion: reduce) {
  *, ::after { animation: none !important; transition: none !important; }
}
`;
