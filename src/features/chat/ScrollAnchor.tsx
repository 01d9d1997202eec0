import { Component, createRef, type ReactNode } from 'react';
import { $isAtEnd, $targetOffer } from './conversation-store.ts';
import { setIsAtEnd } from './scroll-history.ts';

const NEAR_END = 80;

interface Props {
  /** Whether the newest message is among the children. */
  newest: boolean;
  /** The key of what to scroll to. */
  target: string | null;
  children: ReactNode;
}

/** A bubble or offer and its distance from the top edge. */
type Anchor = { key: string; at: number } | null;

/** The scrolling list; its end, or the bubble in view, stays in place while content changes. */
export class ScrollAnchor extends Component<Props> {
  readonly #list = createRef<HTMLDivElement>();
  readonly #resized = new ResizeObserver(() => this.#isAtEnd() && this.#toEnd());
  /** The scroll position that `$isAtEnd` was computed for. */
  #seenTop = 0;

  override componentDidMount() {
    if (this.#list.current) this.#resized.observe(this.#list.current);
    this.#toEnd();
  }

  override componentWillUnmount() {
    this.#resized.disconnect();
  }

  override getSnapshotBeforeUpdate(): Anchor {
    return this.#isAtEnd() ? null : this.#anchor();
  }

  override componentDidUpdate(_before: Props, _state: unknown, anchor: Anchor) {
    const list = this.#list.current;
    if (this.#toTarget()) return;
    if ($isAtEnd.get()) return this.#toEnd();
    if (!list || !anchor) return;
    const same = this.#bubbles().find((each) => each.dataset['key'] === anchor.key);
    if (same) list.scrollTop += this.#offsetOf(same) - anchor.at;
  }

  override render() {
    return (
      <div
        className="chat__list"
        ref={this.#list}
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable.
        tabIndex={0}
        onScroll={this.#onScroll}
      >
        {this.props.children}
      </div>
    );
  }

  readonly #onScroll = () => {
    const list = this.#list.current;
    if (!list) return;
    const left = list.scrollHeight - list.scrollTop - list.clientHeight;
    this.#seenTop = list.scrollTop;
    setIsAtEnd(this.props.newest && left < NEAR_END);
  };

  /** The scroll event comes a frame late: a person who has just scrolled away must not be moved back. */
  #isAtEnd(): boolean {
    if (this.#list.current?.scrollTop !== this.#seenTop) this.#onScroll();
    return $isAtEnd.get();
  }

  #toEnd() {
    const list = this.#list.current;
    if (!list) return;
    list.scrollTop = list.scrollHeight;
    this.#seenTop = list.scrollTop;
  }

  /** Scrolls to the target once it is rendered. */
  #toTarget(): boolean {
    const { target } = this.props;
    const element = target && this.#bubbles().find((each) => each.dataset['key'] === target);
    if (!element || !this.#list.current) return false;
    this.#list.current.scrollTop += this.#offsetOf(element);
    this.#onScroll();
    $targetOffer.set(null);
    return true;
  }

  #bubbles = () => [...(this.#list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];

  #offsetOf(bubble: HTMLElement): number {
    return (
      bubble.getBoundingClientRect().top - (this.#list.current?.getBoundingClientRect().top ?? 0)
    );
  }

  /** The first bubble in view. */
  #anchor(): Anchor {
    const bubble = this.#bubbles().find((each) => this.#offsetOf(each) + each.offsetHeight > 0);
    const key = bubble?.dataset['key'];
    return bubble && key ? { key, at: this.#offsetOf(bubble) } : null;
  }
}
