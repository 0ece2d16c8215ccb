/** Skills as their authors write them, by dialect: what each system is for, and what people get wrong in it. */
export const handwritten: { readonly [dialect: string]: readonly string[] } = {
  gsv: [
    `---
name: sort-photos
description: Sorts photos by date.   # shown in the list
homepage: https://example.com/sort
always: false
metadata: { "gsv": { "emoji": "📷", "requires": { "bins": ["exiftool"], "hostRoles": ["execution"], "capabilities": ["shell.exec"] } } }
---

# Sort photos

Sort them.
`,
    `---
metadata:
  clawdbot:
    requires: { os: [Darwin, windows], anyBins: [gm, magick] }
    install:
      - { id: brew, kind: brew, formula: graphicsmagick, bins: [gm] }
  gsv: null
---
# Sort photos

Takes a folder of photos
and puts them in order.
`,
    "# Sort photos\n\nNo frontmatter at all.\n",
  ],
  openclaw: [
    `---
name: sort-photos
description: "Sort photos: by date, by place."
user-invocable: true
disable-model-invocation: true
command-dispatch: tool
command-tool: photo_sort
metadata:
  {
    "openclaw":
      {
        "emoji": "📷",
        "os": ["darwin", "linux"],
        "requires": { "bins": ["exiftool"], "env": ["PHOTO_KEY"], "config": ["photos.enabled"] },
        "primaryEnv": "PHOTO_KEY",
        "skillKey": "photos",
        "install": [{ "id": "brew", "kind": "brew", "formula": "exiftool", "bins": ["exiftool"] }],
      },
  }
---

Run {baseDir}/sort.sh.
`,
    `---
name: Sort Photos & more
description: Use when: photos are in disorder
read_when:
  - photos
metadata: {"clawdis": {"requires": {"bins": ["x"]}}}
---
Go.
`,
  ],
  gaia: [
    `---
name: sort-photos
version: 1.4.0
description: Sorts photos by date.
author: Ada # of the photo club
license: MIT
permissions: [filesystem:read, "filesystem:write:./out/**"]
requirements:
  model: ">=7B"
  python: ">=3.10"
  dependencies: [pillow>=10]
  env_vars: [PHOTO_KEY]
  hardware: { npu: optional, gpu_vram: ">=4GB" }
  skills: [{ name: read-exif, version: ">=1.0.0" }]
tools:
  - name: sort_photos
    description: Sorts a folder.
    parameters:
      folder: { type: string, required: true }
      depth: { type: integer, default: 2 }
    returns: { type: object }
    atomic: true
security_tier: community
tags: [photos, files]
homepage: https://example.com
---

# Sort photos
`,
  ],
  "gaia-nested": [
    `---
name: sort-photos
description: |
  Sorts photos by date.

  Use when a folder is in disorder.
license: Apache-2.0
version: 2.0.0-rc.1
allowed-tools: Read Write
metadata:
  gaia:
    security_tier: experimental
    permissions: [filesystem:read]
    tools_required: [read_file]
    requirements: { env_vars: [PHOTO_KEY] }
  hermes: { tags: [photos] }
---
Text.
`,
  ],
  "agent-flow": [
    `---
name: sort-photos
description: Explains how to sort photos.
license: MIT
metadata:
  author: Ada
  version: 1.0
  tags: photos, files
inputs:
  - name: folder
    label: Folder
    required: true
    description: Where the photos are.
  - { name: style, type: textarea, default: short }
  - label: nameless
knowledge_base: photo-docs
model: { temperature: 0.2, max_tokens: 500 }
user_id: "7"
---

Sort {{folder}} in a {{style}} way.
`,
    `---
name: sort-photos
model: deepseek-chat
inputs: photos
yes: no
---
Sort them.
`,
  ],
  "personal-mcp": [
    `---
name: sort-photos
description: Sorts photos by date.
when_to_use: A folder is in disorder.
allowed-tools: [Read, Bash(exiftool *)]
metadata: { team: photos }
x-personal-mcp:
  id: sort-photos
  version: 1.0.0
  tags: [photos]
  capabilities:
    - resource://skills/sort-photos/document
  depends_on: [read-exif]
  references:
    faq: { path: references/faq.md, title: "Questions" }
  owner: { name: Ada, since: 2026 }
---
Text.
`,
  ],
  agentskills: [
    `---
name: sort-photos
description: Sorts photos by date --- and by place.
license: Proprietary. LICENSE.txt has complete terms
compatibility: Needs exiftool and a folder of photos.
metadata:
  author: ada
  version: 1.0
  released: 2026-01-31
allowed-tools: Bash(exiftool:*) Read
---
Text.
`,
    `---
name: sort-photos
description: >
  Sorts photos
  by date.
metadata:
  nested:
    key: yes
---
Text.
`,
  ],
  claude: [
    `---
name: sort-photos
description: Sorts photos. Use <folder> as the argument.
when_to_use: "Photos: any"
argument-hint: "[folder]"
arguments: folder style
allowed-tools: Read, Bash(git add *)
disable-model-invocation: yes
model: inherit
effort: high
context: fork
agent: Explore
hooks: { PreToolUse: [{ matcher: Bash, hooks: [] }] }
paths: ["**/*.jpg", "photos/**"]
shell: bash
---
Sort $folder with $ARGUMENTS.
`,
    "\ufeff---  \r\nname: Sort_Photos\r\ndescription: x\r\nversion: 1.2.3\r\n---\r\nText.\r\n",
    "---\nname: sort-photos\ndescription: Sorts\n\n# Never closed\n",
  ],
};
