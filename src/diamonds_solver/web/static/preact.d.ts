// What the page uses of Preact (preact.js, from npm as it is), for the type checker.
export type Child = object | string | number | boolean | null | undefined;
export abstract class Component<P = object, S = object> {
  constructor(props: P);
  props: Readonly<P>;
  state: Readonly<S>;
  base?: Element;
  setState(change: Partial<S> | ((state: S) => Partial<S> | null), then?: () => void): void;
  forceUpdate(): void;
  abstract render(props: P, state: S): Child;
}
export function h(type: unknown, props: object | null, ...children: Child[]): object;
export function render(node: Child, parent: Element): void;
export function createRef<T>(): { current: T | null };
export const Fragment: unknown;
