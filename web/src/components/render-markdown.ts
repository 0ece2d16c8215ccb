/**
 * Text of strangers as HTML in which nothing can run, load, or pass itself off as a part of the page: tags in it
 * are shown as they are written, and what Markdown makes of the rest is reduced to a short list of elements.
 */
import createPurify from "dompurify";
import { createParser } from "./parse-markdown.ts";

const TAGS = [
  ..."h1 h2 h3 h4 h5 h6 p br hr blockquote pre code em strong del s sub sup kbd".split(" "),
  ..."ul ol li dl dt dd table thead tbody tr th td a img span details summary".split(" "),
];
const ATTRIBUTES = ["href", "title", "src", "alt", "align", "start", "open", "colspan", "rowspan"];
/** Pictures that are in the text itself; SVG in an `img` runs nothing. */
const OWN_PICTURE = /^data:image\/(?:png|gif|jpeg|webp|svg\+xml)[;,]/iu;
const OUTSIDE = /^(?:https?:\/\/|mailto:)/iu;

export type RenderMarkdown = (text: string) => string;

export function createMarkdown(): RenderMarkdown {
  const parse = createParser();
  const sanitize = createSanitizer();
  return (text) => sanitize(parse(text));
}

/** Of any HTML, what is harmless. */
export function createSanitizer(): (html: string) => string {
  const purify = createPurify(window);
  purify.addHook("afterSanitizeAttributes", (node) => {
    if (node.tagName === "A") tameLink(node);
    if (node.tagName === "IMG") tamePicture(node);
  });
  return (html) =>
    purify.sanitize(html, {
      ALLOWED_TAGS: TAGS,
      ALLOWED_ATTR: ATTRIBUTES,
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      FORBID_CONTENTS: ["style", "script", "template", "title", "textarea", "xmp", "noembed"],
    });
}

/** A link leads outside in a tab of its own, or to a place in the text; everything else only looks like one. */
function tameLink(link: Element): void {
  const address = link.getAttribute("href") ?? "";
  if (OUTSIDE.test(address)) {
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer nofollow");
    return;
  }
  link.removeAttribute("href");
  if (address !== "" && !/^[\s\u0000-\u0020]*[a-z][a-z0-9+.-]*:/iu.test(address))
    link.setAttribute("title", address);
}

/** What would be fetched from elsewhere is replaced by its words: fetching it tells others who reads. */
function tamePicture(picture: Element): void {
  if (OWN_PICTURE.test(picture.getAttribute("src") ?? "")) return;
  const words = document.createElement("span");
  const text = picture.getAttribute("alt") ?? "";
  words.textContent = text === "" ? "[picture]" : `[picture: ${text}]`;
  picture.replaceWith(words);
}
