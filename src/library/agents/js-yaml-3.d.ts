/** The part of version 3 that is used; `@types/js-yaml` describes version 4. */
declare module "js-yaml-3" {
  const yaml: { readonly safeLoad: (text: string) => unknown };
  export default yaml;
}
