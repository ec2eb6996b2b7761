// Events.

declare class AnimationEvent extends Event {}
declare class BeforeUnloadEvent extends Event {}

declare class ClipboardEvent extends Event {
  clipboardData: DataTransfer;
}

declare class CloseEvent extends Event {}
declare class CompositionEvent extends UIEvent {}

declare class DataTransfer {
  items: DataTransferItemList;
  types: string[];
  getData(format: string): string;
  files: FileList;
}

declare class DataTransferItem {
  getAsString(callback: (data: string) => void): void;
  getAsFile(): File;
}

declare class DataTransferItemList {
  [index: number]: DataTransferItem;
  add(data: string, type?: string): DataTransferItem;
  [Symbol.iterator](): Iterator<DataTransferItem>;
}

declare class DragEvent extends MouseEvent {
  dataTransfer: DataTransfer;
}

declare class ErrorEvent extends Event {}

declare class FocusEvent extends UIEvent {
  relatedTarget: EventTarget;
}

declare class FormDataEvent extends Event {
  formData: FormData;
}

declare class HashChangeEvent extends Event {}

declare class InputEvent extends UIEvent {
  dataTransfer: DataTransfer;
  getTargetRanges(): any[];
}

declare class KeyboardEvent extends UIEvent {}

declare class MessageEvent extends Event {
  source: Window | MessagePort;
  ports: MessagePort[];
}

declare class MouseEvent extends UIEvent {
  relatedTarget: EventTarget;
}

declare class PageTransitionEvent extends Event {}

declare class PointerEvent extends MouseEvent {
  getCoalescedEvents(): PointerEvent[];
  getPredictedEvents(): PointerEvent[];
}

declare class PopStateEvent extends Event {}
declare class ProgressEvent extends Event {}
declare class PromiseRejectionEvent extends Event {}

declare class StorageEvent extends Event {
  storageArea: Storage;
}

declare class SubmitEvent extends Event {
  submitter: HTMLElement;
}

declare class ToggleEvent extends Event {
  source: Element;
}

declare class Touch {
  target: EventTarget;
}

declare class TouchEvent extends UIEvent {
  touches: TouchList;
  targetTouches: TouchList;
  changedTouches: TouchList;
}

declare class TouchList {
  item(index: number): Touch;
  [index: number]: Touch;
  [Symbol.iterator](): Iterator<Touch>;
}

declare class TransitionEvent extends Event {}

declare class UIEvent extends Event {
  view: Window;
}

declare class WheelEvent extends MouseEvent {}
interface GlobalEventHandlers {
  onblur: (event: FocusEvent) => any;
  onchange: (event: Event) => any;
  onclick: (event: MouseEvent) => any;
  ondblclick: (event: MouseEvent) => any;
  ondragover: (event: DragEvent) => any;
  ondrop: (event: DragEvent) => any;
  onerror: (event: any) => any;
  onfocus: (event: FocusEvent) => any;
  oninput: (event: Event) => any;
  onkeydown: (event: KeyboardEvent) => any;
  onkeyup: (event: KeyboardEvent) => any;
  onload: (event: Event) => any;
  onmousedown: (event: MouseEvent) => any;
  onmousemove: (event: MouseEvent) => any;
  onmouseup: (event: MouseEvent) => any;
  onscroll: (event: Event) => any;
  onsubmit: (event: SubmitEvent) => any;
  onwheel: (event: WheelEvent) => any;
}

interface WindowEventHandlers {
  onhashchange: (event: HashChangeEvent) => any;
  onmessage: (event: MessageEvent) => any;
  onpopstate: (event: PopStateEvent) => any;
  onstorage: (event: StorageEvent) => any;
}
