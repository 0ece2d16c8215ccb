import { Button } from "../../components/button.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { useWorkbench } from "../../data/workbench.ts";
import { programSnippets } from "./program-snippets.ts";

/** What connects programs to the skills of this server over MCP. */
export function Programs() {
  const { url } = useWorkbench();
  const [copy, shown] = useCopy();
  const address = new URL("/registry/mcp/login", url).href;
  return (
    <section className="card card-flush" aria-labelledby="programs-title">
      <h2 id="programs-title" className="settings-bar">
        Skills for your programs
      </h2>
      <p className="settings-none">
        Programs that speak MCP get the published skills, and yours, from <code>{address}</code>{" "}
        after you have logged in. For skills in folders of your machine, run{" "}
        <code>skillwright mcp connect</code> there.
      </p>
      <ul className="settings-providers">
        {programSnippets(address).map(({ title, place, text, link }) => (
          <li key={title} className="settings-provider">
            <strong>{title}</strong> <span className="small muted">in {place}</span>
            <pre className="mono small">{text}</pre>
            <Button onClick={() => copy(text, `Copied for ${title}`)}>Copy for {title}</Button>{" "}
            {link === undefined ? null : (
              <a className="button" href={link}>
                Add to {title}
              </a>
            )}
          </li>
        ))}
      </ul>
      {shown}
    </section>
  );
}
