/** The host of an address, as far as code lets it be known. */

/** The host of an address, in lower case; undefined where it is not known. */
export function hostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const found = /^(?:[a-z][\w+.-]*:)?\/\/(?:[^/?#@]*@)?(\[[\d:a-f]+\]|[^/:?#\s"']+)/i.exec(
    url,
  )?.[1];
  if (found === undefined || found.includes("…")) return knownStart(found) ?? knownEnd(found);
  return found.toLowerCase();
}

/** `drop.example.com…` is followed by a path as a rule, and a number of four parts always. */
function knownStart(host: string | undefined): string | undefined {
  const start = /^([^…]+)…$/.exec(host ?? "")?.[1] ?? "";
  return /^\d{1,3}(?:\.\d{1,3}){3}$|^(?:[\w-]+\.)+(?:com|net|org|io|dev|app|co|ai|cloud|site|xyz|top|ru|cn|info|me|sh)$/i.test(
    start,
  )
    ? start.toLowerCase()
    : undefined;
}

/** `…drop.example.com` tells whose host it is, although not which. */
function knownEnd(host: string | undefined): string | undefined {
  const end = host?.slice(host.lastIndexOf("…") + 1).replace(/^\./, "") ?? "";
  return /^[\w-]+(?:\.[\w-]+)+$/.test(end) ? end.toLowerCase() : undefined;
}
