// The part of the standard library through which types flow. `next` gives the element itself, and
// classes stand for what the standard library declares as an interface with a constructor beside it.

declare class Object {
  static assign<T>(target: T, ...sources: any[]): T;
  static create(prototype: any, properties?: any): any;
  static freeze<T>(value: T): T;
  static seal<T>(value: T): T;
  static keys(value: any): string[];
  static values<T>(value: Map<string, T>): T[];
  static entries<T>(value: Map<string, T>): [string, T][];
  static fromEntries(entries: any): any;
  static defineProperty<T>(value: T, name: string, descriptor?: any): T;
  static defineProperties<T>(value: T, descriptors: any): T;
  static getOwnPropertyNames(value: any): string[];
  static getPrototypeOf(value: any): any;
  static setPrototypeOf<T>(value: T, prototype: any): T;
  static is(a: any, b: any): boolean;
  hasOwnProperty(name: string): boolean;
  isPrototypeOf(value: any): boolean;
  propertyIsEnumerable(name: string): boolean;
  toLocaleString(): string;
  toString(): string;
  valueOf(): any;
}

declare class Function {
  apply(self: any, parameters?: any): any;
  bind(self: any, ...parameters: any[]): any;
  call(self: any, ...parameters: any[]): any;
  toString(): string;
  length: number;
  name: string;
  prototype: any;
}

declare class Buffer extends Uint8Array {
  static alloc(size: number, fill?: any, encoding?: string): Buffer;
  static allocUnsafe(size: number): Buffer;
  static byteLength(value: any, encoding?: string): number;
  static compare(a: any, b: any): number;
  static concat(list: any, length?: number): Buffer;
  static from(value: any, encoding?: any, length?: number): Buffer;
  static isBuffer(value: any): boolean;
  static isEncoding(encoding: string): boolean;
  compare(other: any): number;
  copy(target: any, at?: number, start?: number, end?: number): number;
  equals(other: any): boolean;
  fill(value: any, start?: number, end?: number, encoding?: string): Buffer;
  slice(start?: number, end?: number): Buffer;
  subarray(start?: number, end?: number): Buffer;
  toJSON(): any;
  toString(encoding?: string, start?: number, end?: number): string;
  write(text: string, at?: any, length?: any, encoding?: string): number;
}

declare class Boolean {
  toString(): string;
  valueOf(): boolean;
}

declare class Number {
  static isFinite(value: any): boolean;
  static isInteger(value: any): boolean;
  static isNaN(value: any): boolean;
  static isSafeInteger(value: any): boolean;
  static parseFloat(text: string): number;
  static parseInt(text: string, radix?: number): number;
  static MAX_SAFE_INTEGER: number;
  static EPSILON: number;
  toExponential(digits?: number): string;
  toFixed(digits?: number): string;
  toLocaleString(): string;
  toPrecision(digits?: number): string;
  toString(radix?: number): string;
  valueOf(): number;
}

declare class String {
  static fromCharCode(...codes: number[]): string;
  static fromCodePoint(...codes: number[]): string;
  static raw(template: any, ...parts: any[]): string;
  length: number;
  at(index: number): string;
  charAt(index: number): string;
  charCodeAt(index: number): number;
  codePointAt(index: number): number;
  concat(...texts: string[]): string;
  endsWith(text: string, end?: number): boolean;
  includes(text: string, start?: number): boolean;
  indexOf(text: string, start?: number): number;
  lastIndexOf(text: string, start?: number): number;
  localeCompare(other: string): number;
  match(pattern: any): RegExpMatchArray;
  matchAll(pattern: RegExp): Iterator<RegExpMatchArray>;
  normalize(form?: string): string;
  padEnd(length: number, fill?: string): string;
  padStart(length: number, fill?: string): string;
  repeat(count: number): string;
  replace(pattern: any, by: (match: string, ...groups: string[]) => string): string;
  replaceAll(pattern: any, by: (match: string, ...groups: string[]) => string): string;
  search(pattern: any): number;
  slice(start?: number, end?: number): string;
  split(separator: any, limit?: number): string[];
  startsWith(text: string, start?: number): boolean;
  substr(start: number, length?: number): string;
  substring(start: number, end?: number): string;
  toLocaleLowerCase(): string;
  toLocaleUpperCase(): string;
  toLowerCase(): string;
  toString(): string;
  toUpperCase(): string;
  trim(): string;
  trimEnd(): string;
  trimStart(): string;
  valueOf(): string;
  [Symbol.iterator](): Iterator<string>;
  [index: number]: string;
}

declare class RegExp {
  flags: string;
  global: boolean;
  lastIndex: number;
  source: string;
  exec(text: string): RegExpMatchArray;
  test(text: string): boolean;
  toString(): string;
}

interface RegExpMatchArray extends Array<string> {
  groups: any;
  index: number;
  input: string;
}

interface Iterator<T> {
  next(): T;
  return(value?: any): T;
  throw(error?: any): T;
  map<U>(by: (item: T, index: number) => U): Iterator<U>;
  filter(by: (item: T, index: number) => boolean): Iterator<T>;
  toArray(): T[];
  [Symbol.iterator](): Iterator<T>;
}

interface Iterable<T> {
  [Symbol.iterator](): Iterator<T>;
}

interface IterableIterator<T> extends Iterator<T> {}

interface AsyncIterable<T> {
  [Symbol.iterator](): Iterator<T>;
}

interface AsyncIterableIterator<T> extends Iterator<T> {}

interface AsyncIterator<T> extends Iterator<T> {}

interface Generator<T> extends Iterator<T> {}

interface AsyncGenerator<T> extends Iterator<T> {}

interface ArrayLike<T> {
  length: number;
  [index: number]: T;
}

declare class Array<T> {
  static from<U>(items: Iterable<U>, by?: any): U[];
  static isArray(value: any): boolean;
  static of<U>(...items: U[]): U[];
  length: number;
  at(index: number): T;
  concat(...items: any[]): T[];
  copyWithin(target: number, start: number, end?: number): T[];
  entries(): Iterator<[number, T]>;
  every(by: (item: T, index: number, all: T[]) => boolean, self?: any): boolean;
  fill(value: T, start?: number, end?: number): T[];
  filter(by: (item: T, index: number, all: T[]) => boolean, self?: any): T[];
  find(by: (item: T, index: number, all: T[]) => boolean, self?: any): T;
  findIndex(by: (item: T, index: number, all: T[]) => boolean, self?: any): number;
  findLast(by: (item: T, index: number, all: T[]) => boolean, self?: any): T;
  findLastIndex(by: (item: T, index: number, all: T[]) => boolean, self?: any): number;
  flat(depth?: number): any[];
  flatMap<U>(by: (item: T, index: number, all: T[]) => U[], self?: any): U[];
  forEach(by: (item: T, index: number, all: T[]) => void, self?: any): void;
  includes(item: T, start?: number): boolean;
  indexOf(item: T, start?: number): number;
  join(separator?: string): string;
  keys(): Iterator<number>;
  lastIndexOf(item: T, start?: number): number;
  map<U>(by: (item: T, index: number, all: T[]) => U, self?: any): U[];
  pop(): T;
  push(...items: T[]): number;
  reduce<U>(by: (sum: U, item: T, index: number, all: T[]) => U, initial?: U): U;
  reduceRight<U>(by: (sum: U, item: T, index: number, all: T[]) => U, initial?: U): U;
  reverse(): T[];
  shift(): T;
  slice(start?: number, end?: number): T[];
  some(by: (item: T, index: number, all: T[]) => boolean, self?: any): boolean;
  sort(by?: (a: T, b: T) => number): T[];
  splice(start: number, count?: number, ...items: T[]): T[];
  toReversed(): T[];
  toSorted(by?: (a: T, b: T) => number): T[];
  toString(): string;
  unshift(...items: T[]): number;
  values(): Iterator<T>;
  with(index: number, item: T): T[];
  [Symbol.iterator](): Iterator<T>;
  [index: number]: T;
}

interface ReadonlyArray<T> extends Array<T> {}

declare class Map<K, V> {
  constructor(entries?: any);
  size: number;
  clear(): void;
  delete(key: K): boolean;
  entries(): Iterator<[K, V]>;
  forEach(by: (value: V, key: K, all: Map<K, V>) => void, self?: any): void;
  get(key: K): V;
  has(key: K): boolean;
  keys(): Iterator<K>;
  set(key: K, value: V): Map<K, V>;
  values(): Iterator<V>;
  [Symbol.iterator](): Iterator<[K, V]>;
}

interface ReadonlyMap<K, V> extends Map<K, V> {}

interface Record<K, V> {
  [key: string]: V;
}

declare class WeakMap<K, V> {
  constructor(entries?: any);
  delete(key: K): boolean;
  get(key: K): V;
  has(key: K): boolean;
  set(key: K, value: V): WeakMap<K, V>;
}

declare class Set<T> {
  constructor(items?: any);
  size: number;
  add(item: T): Set<T>;
  clear(): void;
  delete(item: T): boolean;
  entries(): Iterator<[T, T]>;
  forEach(by: (item: T, again: T, all: Set<T>) => void, self?: any): void;
  has(item: T): boolean;
  keys(): Iterator<T>;
  values(): Iterator<T>;
  [Symbol.iterator](): Iterator<T>;
}

interface ReadonlySet<T> extends Set<T> {}

declare class WeakSet<T> {
  constructor(items?: any);
  add(item: T): WeakSet<T>;
  delete(item: T): boolean;
  has(item: T): boolean;
}

declare class WeakRef<T> {
  constructor(target: T);
  deref(): T;
}

declare class Promise<T> {
  constructor(by: (resolve: (value: T) => void, reject: (reason: any) => void) => void);
  static all(values: any): Promise<any[]>;
  static allSettled(values: any): Promise<any[]>;
  static any<U>(values: Iterable<U>): Promise<U>;
  static race<U>(values: Iterable<U>): Promise<U>;
  static reject(reason?: any): Promise<any>;
  static resolve<U>(value?: U): Promise<U>;
  then<U>(by?: (value: T) => U, or?: (reason: any) => U): Promise<U>;
  catch(by?: (reason: any) => any): Promise<T>;
  finally(by?: () => void): Promise<T>;
}

interface PromiseLike<T> extends Promise<T> {}

declare class Error {
  constructor(message?: string, options?: any);
  static captureStackTrace(target: any, from?: any): void;
  cause: any;
  message: string;
  name: string;
  stack: string;
  toString(): string;
}

declare class AggregateError extends Error {
  errors: any[];
}
declare class EvalError extends Error {}
declare class RangeError extends Error {}
declare class ReferenceError extends Error {}
declare class SyntaxError extends Error {}
declare class TypeError extends Error {}
declare class URIError extends Error {}

declare class Date {
  constructor(value?: any, month?: number, day?: number, hours?: number, minutes?: number);
  static UTC(year: number, month: number): number;
  static now(): number;
  static parse(text: string): number;
  getDate(): number;
  getDay(): number;
  getFullYear(): number;
  getHours(): number;
  getMilliseconds(): number;
  getMinutes(): number;
  getMonth(): number;
  getSeconds(): number;
  getTime(): number;
  setTime(time: number): number;
  toDateString(): string;
  toISOString(): string;
  toJSON(): string;
  toLocaleDateString(): string;
  toLocaleString(): string;
  toLocaleTimeString(): string;
  toString(): string;
  toUTCString(): string;
  valueOf(): number;
}

declare class Symbol {
  static asyncIterator: Symbol;
  static iterator: Symbol;
  static toStringTag: Symbol;
  static for(key: string): Symbol;
  description: string;
  toString(): string;
}

declare class Proxy<T> {
  constructor(target: T, handler: any);
}

declare class URL {
  constructor(url: string, base?: any);
  hash: string;
  host: string;
  hostname: string;
  href: string;
  origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  searchParams: URLSearchParams;
  username: string;
  toJSON(): string;
  toString(): string;
}

declare class URLSearchParams {
  constructor(init?: any);
  append(name: string, value: string): void;
  delete(name: string): void;
  entries(): Iterator<[string, string]>;
  forEach(by: (value: string, name: string) => void): void;
  get(name: string): string;
  getAll(name: string): string[];
  has(name: string): boolean;
  keys(): Iterator<string>;
  set(name: string, value: string): void;
  toString(): string;
  values(): Iterator<string>;
  [Symbol.iterator](): Iterator<[string, string]>;
}

declare namespace JSON {
  function parse(text: string, by?: any): any;
  function stringify(value: any, by?: any, space?: any): string;
}

declare namespace Math {
  const PI: number;
  function abs(x: number): number;
  function ceil(x: number): number;
  function floor(x: number): number;
  function max(...values: number[]): number;
  function min(...values: number[]): number;
  function pow(x: number, y: number): number;
  function random(): number;
  function round(x: number): number;
  function sign(x: number): number;
  function sqrt(x: number): number;
  function trunc(x: number): number;
}

declare namespace Reflect {
  function apply(target: any, self: any, parameters: any): any;
  function construct(target: any, parameters: any): any;
  function defineProperty(target: any, name: string, descriptor: any): boolean;
  function get(target: any, name: string): any;
  function has(target: any, name: string): boolean;
  function ownKeys(target: any): string[];
  function set(target: any, name: string, value: any): boolean;
}

declare namespace console {
  function assert(condition: any, ...data: any[]): void;
  function debug(...data: any[]): void;
  function dir(value: any): void;
  function error(...data: any[]): void;
  function group(...data: any[]): void;
  function groupEnd(): void;
  function info(...data: any[]): void;
  function log(...data: any[]): void;
  function table(data: any): void;
  function time(label?: string): void;
  function timeEnd(label?: string): void;
  function trace(...data: any[]): void;
  function warn(...data: any[]): void;
}

declare function parseFloat(text: string): number;
declare function parseInt(text: string, radix?: number): number;
declare function isFinite(value: any): boolean;
declare function isNaN(value: any): boolean;
declare function encodeURI(text: string): string;
declare function encodeURIComponent(text: string): string;
declare function decodeURI(text: string): string;
declare function decodeURIComponent(text: string): string;
declare function structuredClone<T>(value: T): T;
declare function setTimeout(by: () => void, delay?: number): any;
declare function setInterval(by: () => void, delay?: number): any;
declare function queueMicrotask(by: () => void): void;

interface IArguments extends ArrayLike<any> {}
declare const arguments: IArguments;
