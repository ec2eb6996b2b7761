// What React gives to components, as far as types flow through it.

declare interface FunctionComponent<P> {
  (props: P, context?: any): any;
}

declare interface FC<P> {
  (props: P, context?: any): any;
}

declare interface RefObject<T> {
  current: T;
}

declare interface MutableRefObject<T> {
  current: T;
}

declare interface Context<T> {
  Provider: FC<{ value: T }>;
}

declare function memo<T>(component: T, compare?: any): T;
declare function forwardRef<T, P>(render: (props: P, ref: any) => any): FC<P>;
declare function createContext<T>(value: T): Context<T>;
declare function useContext<T>(context: Context<T>): T;
declare function useState<T>(value?: T): [T, (value: T) => void];
declare function useRef<T>(value?: T): RefObject<T>;
declare function useMemo<T>(make: () => T, dependencies?: any): T;
declare function useCallback<T>(callback: T, dependencies?: any): T;
