// What a window gives: storage, workers, requests, streams, files.

declare class Animation extends EventTarget {
  effect: AnimationEffect;
  ready: Promise<Animation>;
  finished: Promise<Animation>;
}

declare class AnimationEffect {}
declare class BroadcastChannel extends EventTarget {}

declare class Clipboard extends EventTarget {
  read(formats?: any): Promise<ClipboardItem[]>;
  readText(): Promise<string>;
}

declare class ClipboardItem {
  types: string[];
  getType(type: string): Promise<Blob>;
}

declare class CustomElementRegistry {
  define(name: string, constructor: () => HTMLElement, options?: any): void;
  get(name: string): () => HTMLElement | void;
  getName(constructor: () => HTMLElement): string;
  whenDefined(name: string): Promise<() => HTMLElement>;
}

declare class EventSource extends EventTarget {}
declare class History {}

declare class KeyframeEffect extends AnimationEffect {
  target: Element;
  getKeyframes(): any[];
}

declare class Location {
  toString(): string;
}

declare class MediaQueryList extends EventTarget {
  addListener(callback: (event: Event) => void): void;
  removeListener(callback: (event: Event) => void): void;
}

declare class MessageChannel {
  port1: MessagePort;
  port2: MessagePort;
}

declare class MessagePort extends EventTarget {}

declare class Navigator {
  clipboard: Clipboard;
}

declare class Performance extends EventTarget {
  getEntries(): PerformanceEntry[];
  getEntriesByType(type: string): PerformanceEntry[];
  getEntriesByName(name: string, type?: string): PerformanceEntry[];
  mark(markName: string, markOptions?: any): PerformanceMark;
  measure(measureName: string, startOrMeasureOptions?: string, endMark?: string): PerformanceMeasure;
}

declare class PerformanceEntry {}
declare class PerformanceMark extends PerformanceEntry {}
declare class PerformanceMeasure extends PerformanceEntry {}

declare class PerformanceObserver {
  constructor(callback: (entries: PerformanceObserverEntryList, observer: PerformanceObserver, options?: any) => void);
  takeRecords(): PerformanceEntry[];
  static supportedEntryTypes: string[];
}

declare class PerformanceObserverEntryList {
  getEntries(): PerformanceEntry[];
  getEntriesByType(type: string): PerformanceEntry[];
  getEntriesByName(name: string, type?: string): PerformanceEntry[];
}

declare class Screen {}

declare class Storage {
  key(index: number): string;
  getItem(key: string): string;
  [key: string]: string;
}

declare class VisualViewport extends EventTarget {}
declare class WebSocket extends EventTarget {}

declare class Window extends EventTarget implements GlobalEventHandlers, WindowEventHandlers, WindowOrWorkerGlobalScope, AnimationFrameProvider, WindowSessionStorage, WindowLocalStorage {
  event: Event | void;
  window: Window;
  self: Window;
  document: Document;
  location: Location;
  history: History;
  customElements: CustomElementRegistry;
  frames: Window;
  top: Window;
  parent: Window;
  frameElement: Element;
  open(url?: string, target?: string, features?: string): Window;
  navigator: Navigator;
  clientInformation: Navigator;
  prompt(message?: string, default_?: string): string;
  getComputedStyle(element: Element, pseudo?: string): CSSStyleDeclaration;
  matchMedia(query: string): MediaQueryList;
  screen: Screen;
  visualViewport: VisualViewport;
  getSelection(): Selection;
}

declare class Worker extends EventTarget {}

interface AnimationFrameProvider {
  requestAnimationFrame(callback: (time: number) => void): number;
}

interface WindowLocalStorage {
  localStorage: Storage;
}

interface WindowOrWorkerGlobalScope {
  btoa(data: string): string;
  atob(data: string): string;
  queueMicrotask(callback: () => void): void;
  createImageBitmap(image: HTMLImageElement | HTMLVideoElement | HTMLCanvasElement | ImageBitmap | OffscreenCanvas | Blob | ImageData, sx?: number, sy?: number, sw?: number, sh?: number, options?: any): Promise<ImageBitmap>;
  fetch(input: Request | string, init?: any): Promise<Response>;
  performance: Performance;
}

interface WindowSessionStorage {
  sessionStorage: Storage;
}

declare class Blob {
  slice(start?: number, end?: number, contentType?: string): Blob;
  stream(): ReadableStream;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
  textStream(): ReadableStream;
  bytes(): Promise<Uint8Array>;
}

declare class File extends Blob {}

declare class FileList {
  item(index: number): File;
  [index: number]: File;
  [Symbol.iterator](): Iterator<File>;
}

declare class FileReader extends EventTarget {
  error: DOMException;
}

declare class FormData {
  get(name: string): File | string;
  getAll(name: string): Array<File | string>;
  entries(): Iterator<[string, File | string]>;
  keys(): Iterator<string>;
  values(): Iterator<File | string>;
  forEach(by: (value: File | string, key: string) => void, self?: any): void;
  [Symbol.iterator](): Iterator<[string, File | string]>;
}

declare class Headers {
  get(name: string): string;
  getSetCookie(): string[];
  entries(): Iterator<[string, string]>;
  keys(): Iterator<string>;
  values(): Iterator<string>;
  forEach(by: (value: string, key: string) => void, self?: any): void;
  [Symbol.iterator](): Iterator<[string, string]>;
}

declare class ReadableStream {
  static from(asyncIterable: any[]): ReadableStream;
  getReader(options?: any): ReadableStreamDefaultReader;
  pipeThrough(transform: any, options?: any): ReadableStream;
  tee(): ReadableStream[];
  values(): AsyncIterableIterator<any>;
  [Symbol.asyncIterator](): AsyncIterableIterator<any>;
}

declare class ReadableStreamDefaultController {}
declare class ReadableStreamDefaultReader {}

declare class Request implements Body {
  headers: Headers;
  signal: AbortSignal;
  clone(): Request;
}

declare class Response implements Body {
  static error(): Response;
  static redirect(url: string, status?: number): Response;
  static json(data: any, init?: any): Response;
  headers: Headers;
  clone(): Response;
}

declare class TextDecoder {
  decode(input?: ArrayBuffer | SharedArrayBuffer | Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array | Uint8ClampedArray | Float16Array | Float32Array | Float64Array | DataView, options?: any): string;
}

declare class TextEncoder {
  encode(input?: string): Uint8Array;
}

declare class TransformStream {
  readable: ReadableStream;
  writable: WritableStream;
}

declare class TransformStreamDefaultController {}

declare class WritableStream {
  getWriter(): WritableStreamDefaultWriter;
}

declare class WritableStreamDefaultWriter {}

declare class XMLHttpRequest extends XMLHttpRequestEventTarget {
  upload: XMLHttpRequestUpload;
  getResponseHeader(name: string): string;
  getAllResponseHeaders(): string;
  responseXML: Document;
}

declare class XMLHttpRequestEventTarget extends EventTarget {}
declare class XMLHttpRequestUpload extends XMLHttpRequestEventTarget {}

interface Body {
  body: ReadableStream;
  arrayBuffer(): Promise<ArrayBuffer>;
  blob(): Promise<Blob>;
  bytes(): Promise<Uint8Array>;
  formData(): Promise<FormData>;
  json(): Promise<any>;
  text(): Promise<string>;
  textStream(): ReadableStream;
}

interface ReadableStreamGenericReader {}

declare const customElements: CustomElementRegistry;
declare const document: Document;
declare const history: History;
declare const localStorage: Storage;
declare const location: Location;
declare const navigator: Navigator;
declare const performance: Performance;
declare const screen: Screen;
declare const self: Window;
declare const sessionStorage: Storage;
declare const window: Window;

declare function addEventListener(type: string, callback: (event: Event) => void, options?: any): void;
declare function removeEventListener(type: string, callback: (event: Event) => void, options?: any): void;
declare function atob(data: string): string;
declare function btoa(data: string): string;
declare function fetch(input: any, init?: any): Promise<Response>;
declare function getComputedStyle(element: Element, pseudo?: string): CSSStyleDeclaration;
declare function getSelection(): Selection;
declare function matchMedia(query: string): MediaQueryList;
declare function prompt(message?: string, value?: string): string;
declare function requestAnimationFrame(callback: (time: number) => void): number;
declare function requestIdleCallback(callback: (deadline: any) => void, options?: any): number;
