// Stores of Svelte: `$a` in a component is what the function is told that subscribes to `a`.

declare interface Readable<T> {
  subscribe(run: (value: T) => void, invalidate?: any): any;
}

declare interface Writable<T> extends Readable<T> {
  set(value: T): void;
  update(change: (value: T) => T): void;
}

declare function readable<T>(value?: T, start?: any): Readable<T>;
declare function writable<T>(value?: T, start?: any): Writable<T>;
declare function get<T>(store: Readable<T>): T;
