import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostCodes, readRuntime, readHostMessage } from "../src/library/hosts/index.ts";
import { readGatewayMessage } from "../src/library/hosts/messages.ts";
import { hostsAnswer, probeRequest, probesAnswer } from "../src/library/gateway/index.ts";
import { routes } from "../src/serve/http/index.ts";
import { serveErrors } from "../src/serve/errors.ts";
import { httpCodes } from "../src/serve/http/diagnostics.ts";
import { sessionLimits } from "../src/serve/http/host-session.ts";
import { findFences } from "./support/pages.ts";
import { listFiles, root } from "./support/source.ts";

const page = readFileSync(join(root, "docs/reference/host-protocol.md"), "utf8");
const examples = (info: string) =>
  findFences(page)
    .filter((fence) => fence.info === info)
    .map((fence) => fence.body.trim());

describe("the page about the protocol", () => {
  it.each(examples("json host"))("[GSV-20] shows what a gateway reads: %s", (text) => {
    const { value } = readHostMessage(text);
    expect(value).toEqual(JSON.parse(text));
    if (value?.type !== "hello") return;
    const { name, tools, runtime } = value;
    expect(readRuntime({ nodeId: name, tools, runtime }).diagnostics).toEqual([]);
  });

  it.each(examples("json gateway"))("[GSV-20] shows what a host reads: %s", (text) => {
    expect(readGatewayMessage(text).value).toEqual(JSON.parse(text));
  });

  it.each([
    ["json hosts-answer", hostsAnswer],
    ["json probe-request", probeRequest],
    ["json probes-answer", probesAnswer],
  ])("[GSV-20] shows what is asked and answered over HTTP: %s", (info, schema) => {
    expect(examples(info)).toHaveLength(1);
    for (const text of examples(info))
      expect(schema.parse(JSON.parse(text))).toEqual(JSON.parse(text));
  });

  it("lists every route", () => {
    const rows = routes.map(
      ({ method, path, access, doc }) => `| ${method} | \`${path}\` | ${access} | ${doc} |`,
    );
    expect(page).toContain(rows.join("\n"));
  });

  it("names the limits that hold", () => {
    const { helloMs, idleMs, burst, perSecond } = sessionLimits;
    expect(page).toContain(`| first message | ${helloMs / 1000} s |`);
    expect(page).toContain(`| silence, pings unanswered | ${idleMs / 1000} s |`);
    expect(page).toContain(`| rate | ${burst} at once, then ${perSecond} a second |`);
  });
});

describe("codes of hosts and of the server", () => {
  const codes = [
    ...[hostCodes, httpCodes].flatMap((table) => Object.values(table)),
    ...Object.keys(serveErrors).filter((code) => code.startsWith("serve/")),
  ];

  it("are each used once and have a page", () => {
    const folder = "docs/reference/diagnostics";
    const pages = ["host", "http", "serve"].flatMap((area) =>
      listFiles([`${folder}/${area}`], /\.md$/u),
    );
    expect(pages.toSorted()).toEqual(codes.map((code) => `${folder}/${code}.md`).toSorted());
  });
});
