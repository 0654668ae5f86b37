declare const htm: { bind(h: (type: unknown, props: object | null, ...children: never[]) => object): (strings: TemplateStringsArray, ...values: unknown[]) => object };
export default htm;
