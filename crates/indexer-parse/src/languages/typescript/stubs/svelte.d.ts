// What Svelte gives to the scripts of components, as far as types flow through it.

declare function $state<T>(value?: T): T;
declare function $derived<T>(value: T): T;
declare function $bindable<T>(value?: T): T;
declare function $props<T>(): T;
declare function getContext<T>(key: any): T;
declare function setContext<T>(key: any, context: T): T;
declare function untrack<T>(run: () => T): T;
