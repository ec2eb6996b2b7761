// Style sheets and drawing.

declare class CSSGroupingRule extends CSSRule {
  cssRules: CSSRuleList;
}

declare class CSSImportRule extends CSSRule {
  media: MediaList;
  styleSheet: CSSStyleSheet;
}

declare class CSSKeyframeRule extends CSSRule {
  style: CSSStyleDeclaration;
}

declare class CSSKeyframesRule extends CSSRule {
  cssRules: CSSRuleList;
  [index: number]: CSSKeyframeRule;
  findRule(select: string): CSSKeyframeRule;
  [Symbol.iterator](): Iterator<CSSKeyframeRule>;
}

declare class CSSRule {
  parentRule: CSSRule;
  parentStyleSheet: CSSStyleSheet;
}

declare class CSSRuleList {
  item(index: number): CSSRule;
  [index: number]: CSSRule;
  [Symbol.iterator](): Iterator<CSSRule>;
}

declare class CSSStyleDeclaration {
  item(index: number): string;
  [index: number]: string;
  getPropertyValue(property: string): string;
  getPropertyPriority(property: string): string;
  removeProperty(property: string): string;
  parentRule: CSSRule;
  [Symbol.iterator](): Iterator<string>;
}

declare class CSSStyleRule extends CSSGroupingRule {
  style: CSSStyleDeclaration;
}

declare class CSSStyleSheet extends StyleSheet {
  ownerRule: CSSRule;
  cssRules: CSSRuleList;
  replace(text: string): Promise<CSSStyleSheet>;
  rules: CSSRuleList;
}

declare class MediaList {
  toString(): string;
  item(index: number): string;
  [index: number]: string;
  [Symbol.iterator](): Iterator<string>;
}

declare class StyleSheet {
  ownerNode: Element;
  parentStyleSheet: CSSStyleSheet;
  media: MediaList;
}

declare class StyleSheetList {
  item(index: number): CSSStyleSheet;
  [index: number]: CSSStyleSheet;
  [Symbol.iterator](): Iterator<CSSStyleSheet>;
}

interface ElementCSSInlineStyle {
  style: CSSStyleDeclaration;
}

interface LinkStyle {
  sheet: CSSStyleSheet;
}

declare class CanvasGradient {}
declare class CanvasPattern {}

declare class CanvasRenderingContext2D implements CanvasState, CanvasTransform, CanvasCompositing, CanvasImageSmoothing, CanvasFillStrokeStyles, CanvasShadowStyles, CanvasFilters, CanvasRect, CanvasDrawPath, CanvasUserInterface, CanvasText, CanvasDrawImage, CanvasImageData, CanvasPathDrawingStyles, CanvasTextDrawingStyles, CanvasPath {
  canvas: HTMLCanvasElement;
}

declare class ImageBitmap {}

declare class ImageData {
  data: Uint8ClampedArray | Float16Array;
}

declare class OffscreenCanvas extends EventTarget {
  getContext(contextId: string, options?: any): CanvasRenderingContext2D;
  transferToImageBitmap(): ImageBitmap;
  convertToBlob(options?: any): Promise<Blob>;
}

declare class Path2D implements CanvasPath {}
declare class TextMetrics {}
interface CanvasCompositing {}
interface CanvasDrawImage {}
interface CanvasDrawPath {}

interface CanvasFillStrokeStyles {
  strokeStyle: string | CanvasGradient | CanvasPattern;
  fillStyle: string | CanvasGradient | CanvasPattern;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): CanvasGradient;
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): CanvasGradient;
  createConicGradient(startAngle: number, x: number, y: number): CanvasGradient;
  createPattern(image: HTMLImageElement | HTMLVideoElement | HTMLCanvasElement | ImageBitmap | OffscreenCanvas, repetition: string): CanvasPattern;
}

interface CanvasFilters {}

interface CanvasImageData {
  createImageData(sw: number, sh?: number, settings?: any): ImageData;
  getImageData(sx: number, sy: number, sw: number, sh: number, settings?: any): ImageData;
}

interface CanvasImageSmoothing {}
interface CanvasPath {}

interface CanvasPathDrawingStyles {
  getLineDash(): number[];
}

interface CanvasRect {}
interface CanvasShadowStyles {}
interface CanvasState {}

interface CanvasText {
  measureText(text: string): TextMetrics;
}

interface CanvasTextDrawingStyles {}
interface CanvasTransform {}
interface CanvasUserInterface {}
