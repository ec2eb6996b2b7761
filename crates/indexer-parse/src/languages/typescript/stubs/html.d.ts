// The elements of HTML.

declare class ElementInternals {
  shadowRoot: ShadowRoot;
  form: HTMLFormElement;
  validity: ValidityState;
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLAllCollection {
  [index: number]: Element;
  namedItem(name: string): HTMLCollection | Element;
  [key: string]: HTMLCollection | Element;
  item(nameOrIndex?: string): HTMLCollection | Element;
  [Symbol.iterator](): Iterator<Element>;
}

declare class HTMLAnchorElement extends HTMLElement implements HTMLHyperlinkElementUtils {
  relList: DOMTokenList;
}

declare class HTMLAreaElement extends HTMLElement implements HTMLHyperlinkElementUtils {
  relList: DOMTokenList;
}

declare class HTMLAudioElement extends HTMLMediaElement {}
declare class HTMLBRElement extends HTMLElement {}
declare class HTMLBaseElement extends HTMLElement {}
declare class HTMLBodyElement extends HTMLElement implements WindowEventHandlers {}

declare class HTMLButtonElement extends HTMLElement {
  commandForElement: Element;
  form: HTMLFormElement;
  validity: ValidityState;
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLCanvasElement extends HTMLElement {
  getContext(contextId: string, options?: any): CanvasRenderingContext2D;
  toDataURL(type?: string, quality?: any): string;
  toBlob(callback: (blob: Blob) => void, type?: string, quality?: any): void;
  transferControlToOffscreen(): OffscreenCanvas;
}

declare class HTMLDListElement extends HTMLElement {}
declare class HTMLDataElement extends HTMLElement {}

declare class HTMLDataListElement extends HTMLElement {
  options: HTMLCollection;
}

declare class HTMLDetailsElement extends HTMLElement {}
declare class HTMLDialogElement extends HTMLElement {}
declare class HTMLDivElement extends HTMLElement {}

declare class HTMLElement extends Element implements GlobalEventHandlers, HTMLOrSVGOrMathMLElement, ElementCSSInlineStyle {
  hidden: boolean | number | string;
  attachInternals(): ElementInternals;
  scrollParent: Element;
  offsetParent: Element;
}

declare class HTMLEmbedElement extends HTMLElement {
  getSVGDocument(): Document;
}

declare class HTMLFieldSetElement extends HTMLElement {
  form: HTMLFormElement;
  elements: HTMLCollection;
  validity: ValidityState;
}

declare class HTMLFormControlsCollection extends HTMLCollection {
  namedItem(name: string): RadioNodeList | Element;
  [key: string]: RadioNodeList | Element;
}

declare class HTMLFormElement extends HTMLElement {
  relList: DOMTokenList;
  elements: HTMLFormControlsCollection;
  [index: number]: Element;
  [key: string]: RadioNodeList | Element;
}

declare class HTMLHRElement extends HTMLElement {}
declare class HTMLHeadElement extends HTMLElement {}
declare class HTMLHeadingElement extends HTMLElement {}
declare class HTMLHtmlElement extends HTMLElement {}

declare class HTMLIFrameElement extends HTMLElement {
  sandbox: DOMTokenList;
  contentDocument: Document;
  contentWindow: Window;
  getSVGDocument(): Document;
}

declare class HTMLImageElement extends HTMLElement {}

declare class HTMLInputElement extends HTMLElement {
  form: HTMLFormElement;
  files: FileList;
  list: HTMLDataListElement;
  validity: ValidityState;
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLLIElement extends HTMLElement {}

declare class HTMLLabelElement extends HTMLElement {
  form: HTMLFormElement;
  control: HTMLElement;
}

declare class HTMLLegendElement extends HTMLElement {
  form: HTMLFormElement;
}

declare class HTMLLinkElement extends HTMLElement implements LinkStyle {
  relList: DOMTokenList;
  sizes: DOMTokenList;
  blocking: DOMTokenList;
}

declare class HTMLMapElement extends HTMLElement {
  areas: HTMLCollection;
}

declare class HTMLMediaElement extends HTMLElement {
  error: MediaError;
  srcObject: Blob;
  buffered: TimeRanges;
  canPlayType(type: string): string;
  played: TimeRanges;
  seekable: TimeRanges;
}

declare class HTMLMenuElement extends HTMLElement {}
declare class HTMLMetaElement extends HTMLElement {}

declare class HTMLMeterElement extends HTMLElement {
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLModElement extends HTMLElement {}
declare class HTMLOListElement extends HTMLElement {}

declare class HTMLObjectElement extends HTMLElement {
  form: HTMLFormElement;
  contentDocument: Document;
  contentWindow: Window;
  getSVGDocument(): Document;
  validity: ValidityState;
}

declare class HTMLOptGroupElement extends HTMLElement {}

declare class HTMLOptionElement extends HTMLElement {
  form: HTMLFormElement;
}

declare class HTMLOptionsCollection extends HTMLCollection {}

declare class HTMLOutputElement extends HTMLElement {
  htmlFor: DOMTokenList;
  form: HTMLFormElement;
  validity: ValidityState;
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLParagraphElement extends HTMLElement {}
declare class HTMLPictureElement extends HTMLElement {}
declare class HTMLPreElement extends HTMLElement {}

declare class HTMLProgressElement extends HTMLElement {
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLQuoteElement extends HTMLElement {}

declare class HTMLScriptElement extends HTMLElement {
  blocking: DOMTokenList;
}

declare class HTMLSelectElement extends HTMLElement {
  form: HTMLFormElement;
  options: HTMLOptionsCollection;
  item(index: number): HTMLOptionElement;
  [index: number]: HTMLOptionElement;
  namedItem(name: string): HTMLOptionElement;
  selectedOptions: HTMLCollection;
  validity: ValidityState;
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLSlotElement extends HTMLElement {
  assignedNodes(options?: any): Node[];
  assignedElements(options?: any): Element[];
}

declare class HTMLSourceElement extends HTMLElement {}
declare class HTMLSpanElement extends HTMLElement {}

declare class HTMLStyleElement extends HTMLElement implements LinkStyle {
  blocking: DOMTokenList;
}

declare class HTMLTableCaptionElement extends HTMLElement {}
declare class HTMLTableCellElement extends HTMLElement {}
declare class HTMLTableColElement extends HTMLElement {}

declare class HTMLTableElement extends HTMLElement {
  caption: HTMLTableCaptionElement;
  createCaption(): HTMLTableCaptionElement;
  tHead: HTMLTableSectionElement;
  createTHead(): HTMLTableSectionElement;
  tFoot: HTMLTableSectionElement;
  createTFoot(): HTMLTableSectionElement;
  tBodies: HTMLCollection;
  createTBody(): HTMLTableSectionElement;
  rows: HTMLCollection;
  insertRow(index?: number): HTMLTableRowElement;
}

declare class HTMLTableRowElement extends HTMLElement {
  cells: HTMLCollection;
  insertCell(index?: number): HTMLTableCellElement;
}

declare class HTMLTableSectionElement extends HTMLElement {
  rows: HTMLCollection;
  insertRow(index?: number): HTMLTableRowElement;
}

declare class HTMLTemplateElement extends HTMLElement {
  content: DocumentFragment;
}

declare class HTMLTextAreaElement extends HTMLElement {
  form: HTMLFormElement;
  validity: ValidityState;
  labels: NodeListOf<HTMLLabelElement>;
}

declare class HTMLTimeElement extends HTMLElement {}
declare class HTMLTitleElement extends HTMLElement {}
declare class HTMLTrackElement extends HTMLElement {}
declare class HTMLUListElement extends HTMLElement {}
declare class HTMLVideoElement extends HTMLMediaElement {}
declare class MediaError {}
declare class RadioNodeList extends NodeList {}
declare class TimeRanges {}
declare class ValidityState {}

interface HTMLHyperlinkElementUtils {
  toString(): string;
}

interface HTMLOrSVGOrMathMLElement {
  dataset: DOMStringMap;
}
