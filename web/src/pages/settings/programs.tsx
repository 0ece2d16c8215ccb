import { Button } from "../../components/button.tsx";
import { useCopy } from "../../components/use-copy.tsx";
import { useWorkbench } from "../../data/workbench.ts";
import { programSnippets } from "./program-snippets.ts";
import { useTexts } from "../../texts/use-texts.tsx";

/** What connects programs to the skills of this server over MCP. */
export function Programs() {
  const say = useTexts();
  const { url } = useWorkbench();
  const [copy, shown] = useCopy();
  const address = new URL("/registry/mcp/login", url).href;
  return (
    <section className="card card-flush" aria-labelledby="programs-title">
      <h2 id="programs-title" className="settings-bar">
        {say("settings.skillsForYourPrograms")}
      </h2>
      <p className="settings-none">
        Programs that speak MCP get the published skills, and yours, from <code>{address}</code>{" "}
        after you have logged in. For skills in folders of your machine, run{" "}
        <code>skillwright mcp connect</code> there.
      </p>
      <ul className="settings-providers">
        {programSnippets(address).map(({ title, place, text, link }) => (
          <li key={title} className="settings-provider">
            <strong>{title}</strong>{" "}
            <span className="small muted">{say("settings.in", { place })}</span>
            <pre className="mono small">{text}</pre>
            <Button onClick={() => copy(text, `Copied for ${title}`)}>
              {say("settings.copyFor", { title })}
            </Button>{" "}
            {link === undefined ? null : (
              <a className="button" href={link}>
                {say("common.addTo", { title })}
              </a>
            )}
          </li>
        ))}
      </ul>
      {shown}
    </section>
  );
}
