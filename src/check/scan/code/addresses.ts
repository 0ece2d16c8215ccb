/** The host of an address, as far as code lets it be known. */

/** The host of an address, in lower case; undefined where it is not known. */
export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const found = /^(?:[a-z][\w+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[\d:a-f]+\]|[^/:?#\s"']+)/i.exec(
    url,
  )?.[1];
  if (found === undefined || found.includes("…")) return knownEnd(found);
  return found.toLowerCase();
}

/** `…drop.example.com` tells whose host it is, although not which. */
function knownEnd(host: string | undefined): string | undefined {
  const end = host?.slice(host.lastIndexOf("…") + 1).replace(/^\./, "") ?? "";
  return /^[\w-]+(?:\.[\w-]+)+$/.test(end) ? end.toLowerCase() : undefined;
}
