import type { Authorization } from "../../registry/protocols/index.ts";
import { ASK_SCRIPT, LOGIN_FIELDS, pageAnswer } from "./login-page.ts";

/** The yes of the person is sent with the token of the login, which no other page has; what it allows was shown before. */
const SCRIPT = `const [login, decide] = document.querySelectorAll("form");
const said = document.querySelector("#said");
const asked = JSON.parse(document.querySelector("#asked").textContent);
let token;
${ASK_SCRIPT}
login.addEventListener("submit", async (event) => {
  event.preventDefault();
  said.textContent = "…";
  try {
    token = await logIn(login);
    show("asked-name", asked.name);
    show("asked-described", asked.described ?? "Nowhere that could be checked: any program can use this name");
    show("asked-host", asked.host);
    show("asked-scopes", asked.scopes.map((scope) => SCOPES[scope] ?? scope).join("; "));
    login.hidden = true;
    decide.hidden = false;
    said.textContent = "";
    decide.querySelector("h2").focus();
  } catch (error) {
    said.textContent = error.message;
  }
});
decide.addEventListener("submit", async (event) => {
  event.preventDefault();
  said.textContent = "…";
  try {
    const isApproved = event.submitter.value === "yes";
    const answer = isApproved
      ? (await ask("POST", asked.approve, asked.request)).redirect_uri
      : asked.refused;
    await leave();
    decide.hidden = true;
    said.textContent = "You can go back to the program.";
    location.assign(answer);
  } catch (error) {
    said.textContent = error.message;
  }
});`;

const BODY = `<h1>Log in a program</h1>
<p>A program asks to use this registry in your name. Go on only if you started it.</p>
<form>
${LOGIN_FIELDS}
<button>Continue</button>
</form>
<form hidden>
<h2 tabindex="-1">Allow this program?</h2>
<dl>
<dt>Program, as it calls itself</dt><dd id="asked-name"></dd>
<dt>Described at</dt><dd id="asked-described"></dd>
<dt>Your browser goes on to</dt><dd id="asked-host"></dd>
<dt>It will be able to</dt><dd id="asked-scopes"></dd>
<dt>For</dt><dd>90 days after it was last used, or until you revoke it in the settings</dd>
</dl>
<button name="answer" value="yes">Allow</button>
<button name="answer" value="no">Refuse</button>
</form>`;

/** Where people agree that a program with a browser logs in as them. */
export function authorizePage(asked: Authorization): Response {
  const { client, redirectHost, scopes, approvePath, request, refusedUri } = asked;
  const data = {
    name: client.name,
    described: client.host,
    host: redirectHost,
    scopes,
    approve: approvePath,
    request,
    refused: refusedUri,
  };
  // Read as data and never as markup: no character of it can end the element.
  const text = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  const block = `<script type="application/json" id="asked">${text}</script>`;
  return pageAnswer("Log in a program", `${BODY}\n${block}`, SCRIPT);
}
