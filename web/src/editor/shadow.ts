/**
 * Editors live in a shadow root: there they hold their styles without a `<style>` element, which the policy of
 * the page refuses.
 */
function shadowOf(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: "open" });
}

/** A fresh element in the shadow that fills its host. */
export function placeIn(host: HTMLElement): {
  readonly root: ShadowRoot;
  readonly parent: HTMLElement;
} {
  const root = shadowOf(host);
  const parent = document.createElement("div");
  parent.style.height = "100%";
  root.replaceChildren(parent);
  return { root, parent };
}
