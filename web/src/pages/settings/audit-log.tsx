import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import type { Client } from "../../../../src/client/index.ts";
import { useQueryValue } from "../../app/address.ts";
import { Button } from "../../components/button.tsx";
import { saveFile } from "../../components/save-file.ts";
import { ScrollBox } from "../../components/scroll-box.tsx";
import { EmptyState, Failure, Loading, Notice } from "../../components/states.tsx";
import { useClient, useUser } from "../../data/workbench.ts";
import type { TextKey } from "../../texts/en.ts";
import { useLanguage, useTexts } from "../../texts/use-texts.tsx";
import { useChange } from "./data.ts";

type Line = Awaited<ReturnType<Client["readAuditLog"]>>["lines"][number];

const PAGE = 50;
/** Of a file: enough for a year of a busy team, and no more than a browser holds with ease. */
const MOST_SAVED = 20_000;
const FILTERS = [
  { name: "actor", label: "audit.who" },
  { name: "action", label: "audit.what" },
  { name: "target", label: "audit.target" },
] as const satisfies readonly { readonly name: string; readonly label: TextKey }[];

type FilterName = (typeof FILTERS)[number]["name"];

/** Who did what that others can feel. */
export function AuditLog() {
  const say = useTexts();
  const client = useClient();
  const { role } = useUser();
  const values = {
    actor: useQueryValue("actor"),
    action: useQueryValue("action"),
    target: useQueryValue("target"),
  };
  const filter = useDeferredValue(
    Object.fromEntries(
      FILTERS.map(({ name }) => [name, values[name][0].trim()]).filter(([, value]) => value !== ""),
    ) as { readonly [Name in FilterName]?: string },
  );
  const found = useInfiniteQuery({
    queryKey: ["settings", "audit-log", filter],
    initialPageParam: 0,
    queryFn: ({ pageParam: before, signal }) =>
      client.readAuditLog({
        query: { ...filter, limit: PAGE, ...(before === 0 ? {} : { before }) },
        signal,
      }),
    getNextPageParam: ({ next }) => next,
  });
  const save = useChange(async (_client, _input: undefined) => {
    const lines = await readLines(client, filter);
    saveFile(
      "audit-log.jsonl",
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
      "application/jsonl",
    );
  });
  const lines = found.data?.pages.flatMap((page) => page.lines);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="stack">
      <p className="small muted">{say(role === "admin" ? "audit.ofAll" : "audit.ofOwn")}</p>
      <div className="row settings-filters">
        {FILTERS.map(({ name, label }) => (
          <input
            key={name}
            className="input"
            type="search"
            aria-label={say(label)}
            placeholder={say(label)}
            maxLength={200}
            value={values[name][0]}
            onChange={(event) => values[name][1](event.target.value)}
          />
        ))}
        <Button disabled={save.isPending} onClick={() => save.mutate(undefined)}>
          {say("audit.save")}
        </Button>
      </div>
      {save.error === null ? null : <Failure error={save.error} />}
      {found.error === null ? null : (
        <Failure error={found.error} retry={() => void found.refetch()} />
      )}
      {lines === undefined ? (
        found.error === null ? (
          <Loading what={say("audit.loading")} />
        ) : null
      ) : lines.length === 0 && !found.hasNextPage ? (
        <div className="card">
          <EmptyState icon="history" title={say(isFiltered ? "audit.noMatch" : "audit.none")} />
        </div>
      ) : (
        <Table lines={lines} onFilter={(name, value) => values[name][1](value)} />
      )}
      {found.hasNextPage ? (
        <Notice>
          <Button disabled={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {say("audit.older")}
          </Button>
        </Notice>
      ) : null}
    </div>
  );
}

interface TableProps {
  readonly lines: readonly Line[];
  readonly onFilter: (name: FilterName, value: string) => void;
}

function Table({ lines, onFilter }: TableProps) {
  const say = useTexts();
  const [language] = useLanguage();
  /** Shows the lines that have the same. */
  const link = (name: FilterName, value: string | null): ReactNode =>
    value === null || value === "" ? null : (
      <button type="button" className="settings-same" onClick={() => onFilter(name, value)}>
        {value}
      </button>
    );
  const moments = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <ScrollBox label={say("settings.audit")} className="card card-flush">
      <table className="table table-stacks">
        <thead>
          <tr>
            <th scope="col">{say("audit.when")}</th>
            <th scope="col">{say("audit.who")}</th>
            <th scope="col">{say("audit.what")}</th>
            <th scope="col">{say("audit.target")}</th>
            <th scope="col">{say("audit.from")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.number}>
              <td className="settings-moment">{moments.format(new Date(line.at))}</td>
              <td>{link("actor", line.email ?? line.handle) ?? say("audit.someone")}</td>
              <td>
                <span className="mono">{link("action", line.action)}</span>
                {line.detail === "" || line.detail === "{}" ? null : (
                  <details className="small">
                    <summary>{say("audit.detail")}</summary>
                    <code className="settings-detail">{line.detail}</code>
                  </details>
                )}
              </td>
              <td className="settings-target">{link("target", line.target)}</td>
              <td className="small muted">
                {[line.address, line.via].filter((part) => part !== null && part !== "").join(", ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

async function readLines(
  client: Client,
  filter: { readonly actor?: string; readonly action?: string; readonly target?: string },
): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (let before: number | null | undefined; before !== null && lines.length < MOST_SAVED;) {
    const page: Awaited<ReturnType<Client["readAuditLog"]>> = await client.readAuditLog({
      query: { ...filter, limit: 1000, ...(before === undefined ? {} : { before }) },
    });
    lines.push(...page.lines);
    before = page.next;
  }
  return lines;
}
