// What Vue gives to the scripts of components, as far as types flow through it.

declare interface Ref<T> {
  value: T;
}

declare interface ShallowRef<T> {
  value: T;
}

declare interface ComputedRef<T> {
  value: T;
}

declare interface WritableComputedRef<T> {
  value: T;
}

declare interface ModelRef<T> {
  value: T;
}

declare function ref<T>(value?: T): Ref<T>;
declare function shallowRef<T>(value?: T): Ref<T>;
declare function toRef<T>(value: T): Ref<T>;
declare function computed<T>(get: () => T): Ref<T>;
declare function reactive<T>(value: T): T;
declare function shallowReactive<T>(value: T): T;
declare function readonly<T>(value: T): T;
declare function toRaw<T>(value: T): T;
declare function markRaw<T>(value: T): T;
declare function defineProps<T>(props?: T): T;
declare function withDefaults<T>(props: T, defaults: T): T;
declare function defineModel<T>(name?: any, options?: any): Ref<T>;
