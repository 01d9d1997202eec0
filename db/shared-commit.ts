import { setTimeout as pause } from 'node:timers/promises';

const MOST_TOGETHER = 64;
const LONGEST_MS = 20;
const BUSY_PAUSE_MS = 20;

/** What the shared commit needs of an engine; every call is synchronous. */
export interface Engine {
  run(sql: string): void;
  /** Whether a transaction is open: some errors end it by themselves. */
  isOpen(): boolean;
  /** Whether somebody else holds the write lock. */
  isBusy(error: unknown): boolean;
}

interface Writer {
  /** Its turn has come, or never will. */
  go(error?: unknown): void;
  patienceEnds: number;
}

interface Done {
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * One disk flush for all writers that arrive together: they run one after the other inside one
 * transaction, a savepoint each, and hear that they are done after its commit. One that fails is
 * undone alone. A writer who comes alone commits at once. Readers wait while it is open, so
 * nobody sees what is not yet kept.
 */
export class SharedCommit {
  readonly #engine: Engine;
  readonly #patienceMs: number;
  #waiting: Writer[] = [];
  #done: Done[] = [];
  #isCalled = false;
  #holder: object | null = null;
  #began = 0;
  #members = 0;
  #reopen = () => {};
  #reopened = Promise.resolve();

  constructor(engine: Engine, patienceMs: number) {
    this.#engine = engine;
    this.#patienceMs = patienceMs;
  }

  /** Whether this one must not speak to the engine now. */
  isShutFor(who: object): boolean {
    return this.#holder !== null && this.#holder !== who;
  }

  holds(who: object): boolean {
    return this.#holder === who;
  }

  get reopened(): Promise<void> {
    return this.#reopened;
  }

  /** Waits for a turn; from then until `leave` or `undo` the engine belongs to this writer. */
  enter(who: object): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        patienceEnds: Date.now() + this.#patienceMs,
        go: (error) => {
          if (error) return reject(error);
          this.#holder = who;
          this.#members += 1;
          resolve();
        },
      });
      this.#call();
    });
  }

  /** This writer's work is good: resolves once it is on the disk. */
  leave(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#done.push({ resolve, reject });
      this.#next(['release one']);
    });
  }

  /** This writer's work is to be forgotten; the others' stays. `error`: why. */
  undo(error: unknown): void {
    this.#next(['rollback to one', 'release one'], error);
  }

  // Requests that were read from the network together are all heard before the first begins.
  #call(): void {
    if (this.#isCalled || this.#holder || this.#waiting.length === 0) return;
    this.#isCalled = true;
    setImmediate(() => void this.#begin());
  }

  async #begin(): Promise<void> {
    while (this.#waiting.length > 0) {
      try {
        this.#engine.run('begin immediate');
        this.#began = performance.now();
        this.#members = 0;
        this.#reopened = new Promise((reopen) => {
          this.#reopen = reopen;
        });
        this.#admit();
        break;
      } catch (error) {
        if (this.#engine.isOpen()) this.#engine.run('rollback');
        this.#turnAway(error);
        if (this.#waiting.length > 0) await pause(BUSY_PAUSE_MS);
      }
    }
    this.#isCalled = false;
  }

  /** While somebody else writes, each waits as long as it may; any other trouble ends it at once. */
  #turnAway(error: unknown): void {
    const now = Date.now();
    const mayStay = (each: Writer) => this.#engine.isBusy(error) && each.patienceEnds > now;
    const leaving = this.#waiting.filter((each) => !mayStay(each));
    this.#waiting = this.#waiting.filter(mayStay);
    for (const each of leaving) each.go(error);
  }

  #admit(): void {
    this.#engine.run('savepoint one');
    this.#waiting.shift()?.go();
  }

  /** Ends a writer's part, then lets the next one in or commits; trouble meanwhile ends it for all. */
  #next(steps: string[], error?: unknown): void {
    const mayGrow = this.#members < MOST_TOGETHER && performance.now() - this.#began < LONGEST_MS;
    try {
      if (!this.#engine.isOpen()) throw error ?? new Error('the database undid the transaction');
      for (const step of steps) this.#engine.run(step);
      if (mayGrow && this.#waiting.length > 0) this.#admit();
      else this.#close();
    } catch (trouble) {
      this.#close(trouble);
    }
  }

  #close(failure?: unknown): void {
    let error = failure;
    try {
      if (!error) this.#engine.run('commit');
    } catch (trouble) {
      error = trouble;
    }
    if (error && this.#engine.isOpen()) this.#engine.run('rollback');
    const done = this.#done;
    this.#done = [];
    this.#holder = null;
    for (const each of done) error ? each.reject(error) : each.resolve();
    this.#reopen();
    this.#call();
  }
}
