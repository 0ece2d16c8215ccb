import type { Icon } from "@modelcontextprotocol/server";

/** A picture of a few lines, as an address that needs no network. */
export function lineIcon(paths: string): readonly Icon[] {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" ' +
    `stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${paths}"/></svg>`;
  return [
    { src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: "image/svg+xml", sizes: ["any"] },
  ];
}
