/** What honest skills do: nothing of it is high or critical. */
import { describe, expect, it } from "vitest";
import { graveOf, type Files } from "./support.ts";

const cases: readonly (readonly [string, Files])[] = [
  [
    "a converter that starts an office program",
    {
      "scripts/convert.py": `
import os, shutil, subprocess, sys, tempfile, zipfile
from pathlib import Path
def convert(source, target):
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ.copy()
        environment["HOME"] = folder
        subprocess.run(["soffice", "--headless", "--convert-to", "pdf", "--outdir", folder, str(source)], env=environment, check=True, timeout=120)
        shutil.copy(Path(folder) / (Path(source).stem + ".pdf"), target)
def unpack(path, folder):
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    for xml in Path(folder).rglob("*.xml"):
        xml.write_text(xml.read_text())
convert(sys.argv[1], sys.argv[2])
`,
    },
  ],
  [
    "a server that is started for tests in a browser",
    {
      "scripts/with_server.py": `
import argparse, socket, subprocess, sys, time
def is_ready(port, timeout=30):
    start = time.time()
    while time.time() - start < timeout:
        try:
            with socket.create_connection(("localhost", port), timeout=1):
                return True
        except OSError:
            time.sleep(0.5)
    return False
parser = argparse.ArgumentParser()
parser.add_argument("--server", action="append", dest="servers")
parser.add_argument("--port", action="append", dest="ports", type=int)
parser.add_argument("command", nargs=argparse.REMAINDER)
args = parser.parse_args()
processes = []
for command, port in zip(args.servers, args.ports):
    processes.append(subprocess.Popen(command, shell=True, stdout=subprocess.PIPE))
    if not is_ready(port):
        raise RuntimeError("not ready")
result = subprocess.run(args.command)
for process in processes:
    process.terminate()
sys.exit(result.returncode)
`,
    },
  ],
  [
    "a client with a key in a header and one in the address",
    {
      "scripts/search.py": `
import os, sys, json, urllib.parse, urllib.request
KEY = os.environ.get("BRAVE_API_KEY")
if not KEY:
    sys.exit("Set BRAVE_API_KEY.")
query = urllib.parse.quote(" ".join(sys.argv[1:]))
request = urllib.request.Request(f"https://api.search.brave.com/res/v1/web/search?q={query}", headers={"X-Subscription-Token": KEY})
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)["web"]["results"])
`,
      "scripts/weather.sh": `#!/bin/bash\ncurl -s "https://api.openweathermap.org/data/2.5/weather?q=$1&appid=$OPENWEATHER_API_KEY" | jq '.main.temp'\n`,
    },
  ],
  [
    "a client of an agent's model through another host",
    {
      "scripts/ask.mjs": `
const key = process.env.OPENAI_API_KEY;
const base = process.env.OPENAI_BASE_URL ?? "https://api.openai.com/v1";
const answer = await fetch(\`\${base}/chat/completions\`, {
  method: "POST",
  headers: { Authorization: \`Bearer \${key}\`, "Content-Type": "application/json" },
  body: JSON.stringify({ model: "gpt-4o-mini", messages: [{ role: "user", content: process.argv[2] }] }),
});
console.log((await answer.json()).choices[0].message.content);
`,
    },
  ],
  [
    "settings of its own with a token in them",
    {
      "scripts/client.py": `
import json, requests
from pathlib import Path
CONFIG = Path.home() / ".config" / "tables" / "credentials.json"
def token():
    return json.loads(CONFIG.read_text())["token"]
def rows():
    return requests.get("https://api.tables.dev/rows", headers={"Authorization": f"Bearer {token()}"}).json()
`,
    },
  ],
  [
    "a bot token from the settings of the agent",
    {
      "scripts/send.sh": `#!/bin/bash\nTOKEN=$(jq -r '.channels.telegram.botToken' ~/.openclaw/openclaw.json)\ncurl -s "https://api.telegram.org/bot$TOKEN/sendMessage" -d "chat_id=$1" -d "text=$2"\n`,
    },
  ],
  [
    "tokens that are exchanged",
    {
      "scripts/login.js": `
const body = new URLSearchParams({
  grant_type: "refresh_token",
  client_id: process.env.STRAVA_CLIENT_ID,
  client_secret: process.env.STRAVA_CLIENT_SECRET,
  refresh_token: process.env.STRAVA_REFRESH_TOKEN,
});
const answer = await fetch("https://www.strava.com/oauth/token", { method: "POST", body });
console.log(await answer.json());
`,
    },
  ],
  [
    "repositories, packages and builds",
    {
      "scripts/release.py": `
import subprocess
def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
tag = run("git", "describe", "--tags")
run("npm", "ci")
run("npm", "run", "build")
subprocess.check_call(["gh", "release", "create", tag])
`,
      "scripts/setup.sh": `#!/usr/bin/env bash\nset -euo pipefail\npython3 -m venv .venv\nsource .venv/bin/activate\npip install -r requirements.txt\nrm -rf build dist "$TMPDIR/cache"\nchmod +x scripts/*.sh\n`,
    },
  ],
  [
    "pictures, colours and moving frames",
    {
      "core/frames.py": `
import base64, io
import numpy as np
from PIL import Image, ImageDraw
def frame(size, colour):
    image = Image.new("RGB", size, colour)
    ImageDraw.Draw(image).ellipse((0, 0, 10, 10))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode()
`,
    },
  ],
  [
    "data that is fetched, kept and drawn",
    {
      "scripts/rates.py": `
import csv, json, pathlib, subprocess, requests
answer = requests.get("https://api.frankfurter.dev/v1/latest", timeout=10)
answer.raise_for_status()
pathlib.Path("rates.json").write_text(answer.text)
rates = json.loads(pathlib.Path("rates.json").read_text())["rates"]
subprocess.run(["python3", "scripts/chart.py", json.dumps(rates)], check=True)
`,
      "scripts/chart.py": `import json, sys\nprint(json.loads(sys.argv[1]))\n`,
    },
  ],
  [
    "plugins that are loaded by name, and templates",
    {
      "scripts/plugins.py": `
import importlib, sys
handler = getattr(importlib.import_module("formats." + sys.argv[1]), "convert")
handler(sys.argv[2])
`,
    },
  ],
  [
    "a server of tools that talks to one service",
    {
      "src/index.ts": `
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import axios from "axios";
const API = "https://api.linear.app/graphql";
const token = process.env["LINEAR_API_KEY"];
if (token === undefined) throw new Error("LINEAR_API_KEY is required");
const server = new McpServer({ name: "linear", version: "1.0.0" });
async function ask(query: string): Promise<unknown> {
  const { data } = await axios.post(API, { query }, { headers: { Authorization: token } });
  return data;
}
server.tool("issues", async () => ({ content: [{ type: "text", text: JSON.stringify(await ask("{ issues { nodes { id } } }")) }] }));
`,
    },
  ],
  [
    "keys for a login that are made and used by the tools for it",
    {
      "scripts/deploy.sh": `#!/bin/bash\nssh -i ~/.ssh/id_ed25519 deploy@tables.dev 'systemctl restart app'\nrsync -az dist/ deploy@tables.dev:/srv/app/\n`,
    },
  ],
  [
    "keys in addresses of old services, and hooks that the user names",
    {
      "scripts/flight.py": `
import os, requests
requests.get("http://api.aviationstack.com/v1/flights", params={"access_key": os.environ["FLIGHT_KEY"]})
requests.post(os.environ["SLACK_WEBHOOK_URL"], json={"text": "done"})
`,
      "scripts/notify.sh": `#!/bin/bash\ncurl -s -X POST "$DISCORD_WEBHOOK_URL" -d "{\\"content\\": \\"$1\\"}"\ncurl -s -u "$JIRA_USER:$JIRA_TOKEN" https://tables.atlassian.net/rest/api/3/myself\ncurl -s "https://generativelanguage.googleapis.com/v1beta/models?key=$GEMINI_API_KEY"\n`,
    },
  ],
  [
    "files of the user that are uploaded where they ask",
    {
      "scripts/upload.py": `
import os, sys, requests
path = sys.argv[1]
with open(path, "rb") as file:
    answer = requests.post("https://api.imgbb.com/1/upload", params={"key": os.environ["IMGBB_KEY"]}, files={"image": file})
print(answer.json()["data"]["url"])
`,
      "scripts/backup.sh": `#!/bin/bash\ntar czf backup.tgz notes/\naws s3 cp backup.tgz "s3://$BUCKET/backup.tgz"\nscp backup.tgz me@tables.dev:/srv/\n`,
    },
  ],
  [
    "databases, containers and checks of what is set",
    {
      "scripts/db.py": `
import os, subprocess, psycopg2
connection = psycopg2.connect(os.environ["DATABASE_URL"])
subprocess.run(["docker", "run", "--rm", "-e", "OPENAI_API_KEY=" + os.environ["OPENAI_API_KEY"], "tables/app"], check=True)
missing = [name for name in ("OPENAI_API_KEY", "DATABASE_URL") if not os.environ.get(name)]
print("missing:", missing)
`,
      "scripts/check.mjs": `
const names = ["STRIPE_SECRET_KEY", "GITHUB_TOKEN"];
for (const name of names) console.log(name, process.env[name] ? "set" : "missing");
`,
    },
  ],
  [
    "hooks and settings of the agent",
    {
      "scripts/hook.py": `
import json, pathlib
settings = pathlib.Path.home() / ".claude" / "settings.json"
data = json.loads(settings.read_text()) if settings.exists() else {}
data.setdefault("hooks", {})["Stop"] = [{"hooks": [{"type": "command", "command": "say done"}]}]
settings.write_text(json.dumps(data, indent=2))
`,
    },
  ],
  [
    "an installer of a known project",
    {
      "scripts/install.sh": `#!/bin/sh\ncommand -v uv >/dev/null || curl -LsSf https://astral.sh/uv/install.sh | sh\n`,
    },
  ],
  [
    "a login with a name and a password",
    {
      "scripts/mail.py": `
import base64, os, requests, smtplib
from email.message import EmailMessage
user, password = os.environ["SMTP_USER"], os.environ["SMTP_PASSWORD"]
message = EmailMessage()
message.set_content("Hello")
with smtplib.SMTP_SSL("smtp.tables.dev") as line:
    line.login(user, password)
    line.send_message(message)
basic = base64.b64encode(f"{user}:{password}".encode()).decode()
requests.get("https://jira.tables.dev/rest/api/2/myself", headers={"Authorization": f"Basic {basic}"})
`,
    },
  ],
  [
    "a cleaner of a folder that the user names, a job of one's own and a relay of lines",
    {
      "scripts/clean.py": `
import os, sys, plistlib
for root, _, files in os.walk(sys.argv[1]):
    for name in files:
        if name.endswith(".tmp"):
            os.remove(os.path.join(root, name))
plistlib.dump({"RunAtLoad": True}, open(os.path.expanduser("~/Library/LaunchAgents/org.tables.sync.plist"), "wb"))
`,
      "scripts/relay.js": `
const WebSocket = require("ws");
const ws = new WebSocket("wss://relay.tables.dev/a");
ws.on("message", (line) => console.log(String(line)));
`,
      "scripts/upper.sh": `#!/bin/sh\ntr a-z A-Z < names.txt > upper.txt\n`,
    },
  ],
];

describe("honest code", () => {
  it.each(cases)("[BX-07] is not accused: %s", async (_, files) => {
    expect(await graveOf(files)).toEqual([]);
  });
});
