// Documents and their nodes. What has a primitive type and leads nowhere further is left out, here and in the files beside this
// one: whatever a class of the host is asked for is the host's. Made once from the interface definitions of the web's standards
// (DOM, HTML, CSSOM, Fetch and others, as `@webref/idl` 3.85 collects them, MIT); types of elements, of lists of them and of
// handlers were written by hand, as scripts expect them.

declare class AbortController {
  signal: AbortSignal;
}

declare class AbortSignal extends EventTarget {
  static abort(reason?: any): AbortSignal;
  static timeout(milliseconds: number): AbortSignal;
  static any(signals: AbortSignal[]): AbortSignal;
}

declare class AbstractRange {
  startContainer: Node;
  endContainer: Node;
}

declare class Attr extends Node {
  ownerElement: Element;
}

declare class CharacterData extends Node implements NonDocumentTypeChildNode, ChildNode {
  substringData(offset: number, count: number): string;
}

declare class Comment extends CharacterData {}
declare class CustomEvent extends Event {}
declare class DOMException {}

declare class DOMImplementation {
  createDocumentType(name: string, publicId: string, systemId: string): DocumentType;
  createHTMLDocument(title?: string): Document;
}

declare class DOMParser {
  parseFromString(string: string, type: string): Document;
}

declare class DOMPoint extends DOMPointReadOnly {
  static fromPoint(other?: any): DOMPoint;
}

declare class DOMPointReadOnly {
  static fromPoint(other?: any): DOMPointReadOnly;
  matrixTransform(matrix?: any): DOMPoint;
}

declare class DOMRect extends DOMRectReadOnly {
  static fromRect(other?: any): DOMRect;
}

declare class DOMRectList {
  item(index: number): DOMRect;
  [index: number]: DOMRect;
  [Symbol.iterator](): Iterator<DOMRect>;
}

declare class DOMRectReadOnly {
  static fromRect(other?: any): DOMRectReadOnly;
}

declare class DOMStringMap {
  [key: string]: string;
}

declare class DOMTokenList {
  item(index: number): string;
  [index: number]: string;
  toString(): string;
  entries(): Iterator<[number, string]>;
  keys(): Iterator<number>;
  values(): Iterator<string>;
  forEach(by: (value: string, key: number) => void, self?: any): void;
  [Symbol.iterator](): Iterator<string>;
}

declare class Document extends Node implements NonElementParentNode, DocumentOrShadowRoot, ParentNode, GlobalEventHandlers {
  implementation: DOMImplementation;
  doctype: DocumentType;
  documentElement: Element;
  getElementsByTagName(qualifiedName: string): HTMLCollection;
  getElementsByTagNameNS(namespace: string, localName: string): HTMLCollection;
  getElementsByClassName(classNames: string): HTMLCollection;
  createElement(localName: string, options?: any): HTMLElement;
  createElementNS(namespace: string, qualifiedName: string, options?: string): Element;
  createDocumentFragment(): DocumentFragment;
  createTextNode(data: string): Text;
  createComment(data: string): Comment;
  importNode(node: Node, options?: boolean): Node;
  adoptNode(node: Node): Node;
  createAttribute(localName: string): Attr;
  createAttributeNS(namespace: string, qualifiedName: string): Attr;
  createEvent(interface: string): Event;
  createRange(): Range;
  static parseHTMLUnsafe(html: string, options?: any): Document;
  static parseHTML(html: string, options?: any): Document;
  location: Location;
  body: HTMLElement;
  head: HTMLHeadElement;
  images: HTMLCollection;
  embeds: HTMLCollection;
  plugins: HTMLCollection;
  links: HTMLCollection;
  forms: HTMLCollection;
  scripts: HTMLCollection;
  getElementsByName(elementName: string): NodeListOf<HTMLElement>;
  currentScript: HTMLScriptElement;
  open(url?: string, name?: string, features?: string): Document;
  defaultView: Window;
  queryCommandValue(commandId: string): string;
  anchors: HTMLCollection;
  applets: HTMLCollection;
  all: HTMLAllCollection;
  elementFromPoint(x: number, y: number): Element;
  elementsFromPoint(x: number, y: number): Element[];
  scrollingElement: Element;
  getSelection(): Selection;
}

declare class DocumentFragment extends Node implements NonElementParentNode, ParentNode {}
declare class DocumentType extends Node implements ChildNode {}

declare class Element extends Node implements ParentNode, NonDocumentTypeChildNode, ChildNode, Slottable, Animatable {
  classList: DOMTokenList;
  attributes: NamedNodeMap;
  getAttributeNames(): string[];
  getAttribute(qualifiedName: string): string;
  getAttributeNS(namespace: string, localName: string): string;
  getAttributeNode(qualifiedName: string): Attr;
  getAttributeNodeNS(namespace: string, localName: string): Attr;
  setAttributeNode(attr: Attr): Attr;
  setAttributeNodeNS(attr: Attr): Attr;
  removeAttributeNode(attr: Attr): Attr;
  attachShadow(init: any): ShadowRoot;
  shadowRoot: ShadowRoot;
  customElementRegistry: CustomElementRegistry;
  closest<E extends Element>(selectors: string): E;
  getElementsByTagName(qualifiedName: string): HTMLCollection;
  getElementsByTagNameNS(namespace: string, localName: string): HTMLCollection;
  getElementsByClassName(classNames: string): HTMLCollection;
  insertAdjacentElement(where: string, element: Element): Element;
  getHTML(options?: any): string;
  getClientRects(): DOMRectList;
  getBoundingClientRect(): DOMRect;
}

declare class Event {
  target: EventTarget;
  srcElement: EventTarget;
  currentTarget: EventTarget;
  composedPath(): EventTarget[];
}

declare class EventTarget {
  addEventListener(type: string, callback: (event: Event) => void, options?: boolean): void;
  removeEventListener(type: string, callback: (event: Event) => void, options?: boolean): void;
}

declare class HTMLCollection {
  item(index: number): Element;
  [index: number]: Element;
  namedItem(name: string): Element;
  [key: string]: Element;
  [Symbol.iterator](): Iterator<Element>;
}

declare class IntersectionObserver {
  constructor(callback: (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => void, options?: any);
  root: Element | Document;
  thresholds: number[];
  takeRecords(): IntersectionObserverEntry[];
}

declare class IntersectionObserverEntry {
  rootBounds: DOMRectReadOnly;
  boundingClientRect: DOMRectReadOnly;
  intersectionRect: DOMRectReadOnly;
  target: Element;
}

declare class MutationObserver {
  constructor(callback: (mutations: MutationRecord[], observer: MutationObserver) => void);
  takeRecords(): MutationRecord[];
}

declare class MutationRecord {
  target: Node;
  addedNodes: NodeList;
  removedNodes: NodeList;
  previousSibling: ChildNode;
  nextSibling: ChildNode;
}

declare class NamedNodeMap {
  item(index: number): Attr;
  [index: number]: Attr;
  getNamedItem(qualifiedName: string): Attr;
  [key: string]: Attr;
  getNamedItemNS(namespace: string, localName: string): Attr;
  setNamedItem(attr: Attr): Attr;
  setNamedItemNS(attr: Attr): Attr;
  removeNamedItem(qualifiedName: string): Attr;
  removeNamedItemNS(namespace: string, localName: string): Attr;
  [Symbol.iterator](): Iterator<Attr>;
}

declare class Node extends EventTarget {
  ownerDocument: Document;
  getRootNode(options?: any): Node;
  parentNode: ParentNode;
  parentElement: HTMLElement;
  childNodes: NodeListOf<ChildNode>;
  firstChild: ChildNode;
  lastChild: ChildNode;
  previousSibling: ChildNode;
  nextSibling: ChildNode;
  cloneNode(subtree?: boolean): Node;
  lookupPrefix(namespace: string): string;
  lookupNamespaceURI(prefix: string): string;
  insertBefore<T extends Node>(node: T, child: Node): T;
  appendChild<T extends Node>(node: T): T;
  replaceChild<T extends Node>(node: Node, child: T): T;
  removeChild<T extends Node>(child: T): T;
}

declare class NodeList {
  item(index: number): Node;
  [index: number]: Node;
  entries(): Iterator<[number, Node]>;
  keys(): Iterator<number>;
  values(): Iterator<Node>;
  forEach(by: (value: Node, key: number) => void, self?: any): void;
  [Symbol.iterator](): Iterator<Node>;
}

declare class NodeListOf<T> extends NodeList {
  item(index: number): T;
  [index: number]: T;
  entries(): Iterator<[number, T]>;
  values(): Iterator<T>;
  forEach(by: (value: T, key: number, all: NodeListOf<T>) => void, self?: any): void;
  [Symbol.iterator](): Iterator<T>;
}

declare class Range extends AbstractRange {
  commonAncestorContainer: Node;
  extractContents(): DocumentFragment;
  cloneContents(): DocumentFragment;
  cloneRange(): Range;
  toString(): string;
  createContextualFragment(string: string): DocumentFragment;
  getClientRects(): DOMRectList;
  getBoundingClientRect(): DOMRect;
}

declare class ResizeObserver {
  constructor(callback: (entries: ResizeObserverEntry[], observer: ResizeObserver) => void);
}

declare class ResizeObserverEntry {
  target: Element;
  contentRect: DOMRectReadOnly;
  borderBoxSize: ResizeObserverSize[];
  contentBoxSize: ResizeObserverSize[];
  devicePixelContentBoxSize: ResizeObserverSize[];
}

declare class ResizeObserverSize {}

declare class Selection {
  anchorNode: Node;
  focusNode: Node;
  getRangeAt(index: number): Range;
  getComposedRanges(options?: any): any[];
  toString(): string;
}

declare class ShadowRoot extends DocumentFragment implements DocumentOrShadowRoot {
  host: Element;
  getHTML(options?: any): string;
}

declare class Text extends CharacterData implements Slottable {
  splitText(offset: number): Text;
}

declare class XMLSerializer {
  serializeToString(root: Node): string;
}

interface Animatable {
  animate(keyframes: any, options?: number): Animation;
  getAnimations(options?: any): Animation[];
}

interface ChildNode extends Node {}

interface DocumentOrShadowRoot {
  customElementRegistry: CustomElementRegistry;
  activeElement: Element;
  styleSheets: StyleSheetList;
  adoptedStyleSheets: CSSStyleSheet[];
  getAnimations(): Animation[];
  fullscreenElement: Element;
  pointerLockElement: Element;
}

interface NonDocumentTypeChildNode {
  previousElementSibling: Element;
  nextElementSibling: Element;
}

interface NonElementParentNode {
  getElementById(elementId: string): HTMLElement;
}

interface ParentNode extends Node {
  children: HTMLCollection;
  firstElementChild: Element;
  lastElementChild: Element;
  querySelector<E extends Element>(selectors: string): E;
  querySelectorAll<E extends Element>(selectors: string): NodeListOf<E>;
}

interface Slottable {
  assignedSlot: HTMLSlotElement;
}
