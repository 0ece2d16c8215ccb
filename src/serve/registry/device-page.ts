import { REGISTRY_PATH } from "../../registry/contract/index.ts";
import { ASK_SCRIPT, LOGIN_FIELDS, pageAnswer } from "./login-page.ts";

/** Where people agree that a program without a browser logs in as them. */
export const DEVICE_PAGE = "/device";

/** What is asked for is shown before anything can be agreed to, and agreeing needs the token of the login, which no other page has. */
const SCRIPT = `const [login, decide] = document.querySelectorAll("form");
const said = document.querySelector("#said");
let token;
login.code.value = new URLSearchParams(location.search).get("code") ?? "";
${ASK_SCRIPT}
login.addEventListener("submit", async (event) => {
  event.preventDefault();
  said.textContent = "…";
  try {
    token = await logIn(login);
    const code = encodeURIComponent(login.code.value);
    const asked = await ask("GET", "${REGISTRY_PATH}/device/request?user_code=" + code);
    show("asked-code", asked.user_code);
    show("asked-label", asked.label);
    show("asked-address", asked.address ?? "Not known");
    show("asked-time", new Date(asked.created_at).toLocaleString());
    show("asked-scopes", asked.scopes.map((scope) => SCOPES[scope] ?? scope).join("; "));
    show("asked-days", asked.token_days + " days, or until you revoke it in the settings");
    login.hidden = true;
    decide.hidden = false;
    said.textContent = "";
    decide.querySelector("h2").focus();
  } catch (error) {
    if (token) await leave().catch(() => {});
    said.textContent = error.message;
  }
});
decide.addEventListener("submit", async (event) => {
  event.preventDefault();
  const isApproved = event.submitter.value === "yes";
  const answer = { user_code: document.querySelector("#asked-code").textContent, is_approved: isApproved };
  said.textContent = "…";
  try {
    await ask("POST", "${REGISTRY_PATH}/device/answer", answer);
    decide.hidden = true;
    said.textContent = isApproved
      ? "The program is logged in. You can close this page."
      : "The program was refused. You can close this page.";
    await leave();
  } catch (error) {
    said.textContent = error.message;
  }
});`;

const BODY = `<h1>Log in a program</h1>
<p>A program asks to use this registry in your name. Go on only if you started it and it shows the same code.</p>
<form>
<label for="code">Code that the program shows</label>
<input id="code" name="code" required autocomplete="off" spellcheck="false">
${LOGIN_FIELDS}
<button>Continue</button>
</form>
<form hidden>
<h2 tabindex="-1">Allow this program?</h2>
<dl>
<dt>Code</dt><dd id="asked-code"></dd>
<dt>Program, as it calls itself</dt><dd id="asked-label"></dd>
<dt>Asks from the address</dt><dd id="asked-address"></dd>
<dt>Asked at</dt><dd id="asked-time"></dd>
<dt>It will be able to</dt><dd id="asked-scopes"></dd>
<dt>For</dt><dd id="asked-days"></dd>
</dl>
<button name="answer" value="yes">Allow</button>
<button name="answer" value="no">Refuse</button>
</form>`;

export function devicePageAnswer(): Response {
  return pageAnswer("Log in a program", BODY, SCRIPT);
}
