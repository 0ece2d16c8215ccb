/** Made by scripts/gen-docs.ts from src/run/workflow/nodes; edit the forms there. */
import type { NodeField, NodeForm } from "../../../../src/run/workflow/nodes/form.ts";

export type NodeType = "start" | "llm" | "skill" | "knowledge" | "condition" | "http" | "code" | "tool" | "mcp" | "template" | "variables" | "iterate" | "loop" | "workflow" | "wait" | "approval" | "end";

export const nodeForms: readonly (NodeForm & { readonly type: NodeType })[] = [
  {
    "type": "start",
    "title": "Start",
    "icon": "play",
    "about": "Gives the input of the run to what follows.",
    "output": "The input of the run; an object where inputs are declared.",
    "notes": [
      "A run of a workflow with declared inputs begins only with values of their types, by whatever way it is started. A text goes to the one input that is required, or the only one, where that is a text."
    ],
    "isFirst": true,
    "summary": "inputVariable",
    "fields": [
      {
        "key": "inputVariable",
        "label": "Name of the input",
        "kind": "text",
        "help": "Another name for {{input}} in templates.",
        "placeholder": "input"
      },
      {
        "key": "inputs",
        "label": "Inputs",
        "kind": "pairs",
        "help": "Names, each with text, number, boolean, list or object; with ? behind it, it may be absent. Templates read {{inputs.name}}."
      }
    ]
  },
  {
    "type": "llm",
    "title": "Model",
    "icon": "chat",
    "about": "Asks a language model, with the input of the node as the message.",
    "output": "The answer of the model to the input of the node.",
    "notes": [
      "With a `skillName` the body of that skill takes the place of `systemPrompt`, and the skill's temperature that of its own. Both prompts are templates of the workflow: `{{input}}` there is the input of the run, not an input of the skill."
    ],
    "summary": "systemPrompt",
    "fields": [
      {
        "key": "systemPrompt",
        "label": "System prompt",
        "kind": "area",
        "names": "template",
        "help": "{{input}} is the input of the run, {{node.output}} the output of a node before this one.",
        "preset": "You are a helpful assistant."
      },
      {
        "key": "skillName",
        "label": "Skill in place of the prompt",
        "kind": "options",
        "options": "skills"
      },
      {
        "key": "model",
        "label": "Model",
        "kind": "options",
        "options": "models"
      },
      {
        "key": "temperature",
        "label": "Temperature",
        "kind": "number",
        "preset": 0.7,
        "range": {
          "min": 0,
          "max": 2,
          "step": 0.1
        }
      },
      {
        "key": "outputSchema",
        "label": "Schema of the answer",
        "kind": "code",
        "placeholder": "{\"type\": \"object\", \"properties\": {\"score\": {\"type\": \"number\"}}}",
        "help": "A JSON Schema. The answer is then data that fits it, or the node has failed."
      },
      {
        "key": "inheritChatHistory",
        "label": "Also send what was said before in the chat",
        "kind": "check"
      }
    ]
  },
  {
    "type": "skill",
    "title": "Skill",
    "icon": "file",
    "about": "Runs a skill and gives what it answers.",
    "output": "What the skill answers.",
    "summary": "skillName",
    "fields": [
      {
        "key": "skillName",
        "label": "Skill",
        "kind": "options",
        "options": "skills",
        "required": "skill"
      },
      {
        "key": "inputMappings",
        "label": "Inputs of the skill",
        "kind": "pairs",
        "names": "mapping",
        "help": "The id of a node, text, or templates. Without any, the first required input gets the input of the node."
      }
    ]
  },
  {
    "type": "knowledge",
    "title": "Knowledge",
    "icon": "book",
    "about": "Looks the input of the node up and gives the best passages.",
    "output": "The best three of five passages, as `[1] …`.",
    "notes": [
      "In another user's workflow it finds only what that user may read, and what the person who runs it names for the run (`knowledge_bases`, `--kb`)."
    ],
    "summary": "knowledgeBaseId",
    "fields": [
      {
        "key": "knowledgeBaseId",
        "label": "Knowledge base",
        "kind": "options",
        "options": "bases",
        "help": "By its id or its name.",
        "required": "knowledge base"
      }
    ]
  },
  {
    "type": "condition",
    "title": "Condition",
    "icon": "route",
    "about": "Goes on at “yes” where the expression holds, else at “no”.",
    "output": "The input of the node.",
    "branches": [
      {
        "id": "true",
        "label": "yes"
      },
      {
        "id": "false",
        "label": "no"
      }
    ],
    "summary": "expression",
    "fields": [
      {
        "key": "expression",
        "label": "Expression",
        "kind": "code",
        "names": "condition",
        "preset": "true",
        "help": "Such as {{check.output}} === \"yes\" && !({{input}} contains \"draft\")."
      }
    ]
  },
  {
    "type": "http",
    "title": "Request",
    "icon": "globe",
    "about": "Sends an HTTP request; the operator of the server has to allow it.",
    "output": "The text of the answer, or what stands at `responsePath`.",
    "notes": [
      "It is off unless the operator sets `httpNodes`, and reaches the open network alone; see [requests](workflows.md#requests)."
    ],
    "summary": "url",
    "fields": [
      {
        "key": "method",
        "label": "Method",
        "kind": "options",
        "options": [
          "GET",
          "POST",
          "PUT",
          "DELETE"
        ],
        "preset": "GET"
      },
      {
        "key": "url",
        "label": "Address",
        "kind": "text",
        "names": "template",
        "required": "address",
        "placeholder": "https://api.example.com/items?q={{input}}",
        "help": "{{input}} is the input of the run, {{node.output}} the output of a node before this one."
      },
      {
        "key": "headers",
        "label": "Headers",
        "kind": "pairs",
        "names": "template"
      },
      {
        "key": "body",
        "label": "Body",
        "kind": "code",
        "names": "template"
      },
      {
        "key": "responsePath",
        "label": "Part of the answer",
        "kind": "text",
        "placeholder": "items.0.name",
        "help": "A path with dots into an answer of JSON; all of it where this is empty."
      },
      {
        "key": "failOnStatus",
        "label": "A status from 400 on is a failure",
        "kind": "check",
        "preset": true,
        "help": "Otherwise any status is an answer; conditions read it as {{node.status_code}}."
      },
      {
        "key": "timeoutSeconds",
        "label": "Seconds at most",
        "kind": "number",
        "preset": 10,
        "range": {
          "min": 1,
          "max": 30,
          "step": 1
        }
      }
    ]
  },
  {
    "type": "code",
    "title": "Code",
    "icon": "code",
    "about": "Runs Python in the sandbox; the operator of the server has to allow it.",
    "output": "What the code prints.",
    "notes": [
      "It is off unless the operator sets `codeNodes`, and runs in the sandbox; see [code](workflows.md#code)."
    ],
    "summary": "code",
    "fields": [
      {
        "key": "code",
        "label": "Python",
        "kind": "code",
        "help": "WORKFLOW_INPUT is the input of the node; what is printed is the output.",
        "placeholder": "print(WORKFLOW_INPUT.upper())"
      },
      {
        "key": "env",
        "label": "Variables",
        "kind": "pairs"
      },
      {
        "key": "timeoutSeconds",
        "label": "Seconds at most",
        "kind": "number",
        "preset": 30,
        "range": {
          "min": 1,
          "max": 30,
          "step": 1
        }
      },
      {
        "key": "memoryLimitMb",
        "label": "Megabytes at most",
        "kind": "number",
        "preset": 256,
        "range": {
          "min": 64,
          "max": 512,
          "step": 1
        }
      }
    ]
  },
  {
    "type": "tool",
    "title": "Tool",
    "icon": "cog",
    "about": "Calls a tool that a skill brings.",
    "output": "What the tool answers, as text.",
    "notes": [
      "The tool runs in the sandbox, with the permissions that the operator has agreed to for its skill; the setting `tools` allows tools at all."
    ],
    "summary": "tool",
    "fields": [
      {
        "key": "skillName",
        "label": "Skill",
        "kind": "options",
        "options": "skills",
        "required": "skill"
      },
      {
        "key": "tool",
        "label": "Tool",
        "kind": "text",
        "required": "tool",
        "placeholder": "search"
      },
      {
        "key": "arguments",
        "label": "Arguments",
        "kind": "pairs",
        "names": "template",
        "help": "A template alone keeps what it names as it is, such as a list. {{input}} is the input of the run, {{node.output}} the output of a node before this one."
      }
    ]
  },
  {
    "type": "mcp",
    "title": "MCP",
    "icon": "cog",
    "about": "Calls a tool of an MCP server that the operator has configured.",
    "output": "The data that the tool answers with, or else its text.",
    "notes": [
      "The operator lists servers, and the tools of each that may be called, in the setting `mcpServers`; what holds for [requests](workflows.md#requests) holds for them. An answer may have 1 MiB."
    ],
    "summary": "tool",
    "fields": [
      {
        "key": "server",
        "label": "Server",
        "kind": "text",
        "required": "server",
        "placeholder": "tickets"
      },
      {
        "key": "tool",
        "label": "Tool",
        "kind": "text",
        "required": "tool",
        "placeholder": "search"
      },
      {
        "key": "arguments",
        "label": "Arguments",
        "kind": "pairs",
        "names": "template",
        "help": "A template alone keeps what it names as it is, such as a list. {{input}} is the input of the run, {{node.output}} the output of a node before this one."
      },
      {
        "key": "timeoutSeconds",
        "label": "Seconds at most",
        "kind": "number",
        "preset": 30,
        "range": {
          "min": 1,
          "max": 300,
          "step": 1
        }
      }
    ]
  },
  {
    "type": "template",
    "title": "Template",
    "icon": "text",
    "about": "Puts values into a text.",
    "output": "The text with its templates filled in, or the data that it is the JSON of.",
    "summary": "template",
    "fields": [
      {
        "key": "template",
        "label": "Text",
        "kind": "area",
        "names": "template",
        "preset": "{{input}}",
        "help": "{{input}} is the input of the run, {{node.output}} the output of a node before this one."
      },
      {
        "key": "format",
        "label": "Gives",
        "kind": "options",
        "options": [
          "text",
          "json"
        ],
        "preset": "text",
        "help": "json: the text is read as JSON, so that other nodes can go into it."
      }
    ]
  },
  {
    "type": "variables",
    "title": "Variables",
    "icon": "list",
    "about": "Gives names to values, for the nodes that follow.",
    "output": "A map of the names and their values: `{{node.output.name}}` is one of them.",
    "fields": [
      {
        "key": "values",
        "label": "Values",
        "kind": "pairs",
        "names": "template",
        "help": "A template alone keeps what it names as it is, such as a list. {{input}} is the input of the run, {{node.output}} the output of a node before this one."
      }
    ]
  },
  {
    "type": "iterate",
    "title": "For each",
    "icon": "list",
    "about": "Runs a workflow for each item of a list.",
    "output": "The list of the outputs, in the order of the items.",
    "notes": [
      "Each item is a run of its own, with the item as its input and `{{run.index}}` as its number, so that after a restart no item that is done runs again."
    ],
    "summary": "list",
    "fields": [
      {
        "key": "list",
        "label": "List",
        "kind": "text",
        "names": "template",
        "preset": "{{input}}",
        "help": "A template that names a list, a list as JSON, or lines of text. {{input}} is the input of the run, {{node.output}} the output of a node before this one."
      },
      {
        "key": "workflow",
        "label": "Workflow",
        "kind": "options",
        "options": "workflows",
        "required": "workflow",
        "help": "By its id or its name."
      },
      {
        "key": "maxItems",
        "label": "Items at most",
        "kind": "number",
        "preset": 100,
        "range": {
          "min": 1,
          "max": 1000,
          "step": 1
        },
        "help": "A longer list fails the node."
      },
      {
        "key": "concurrency",
        "label": "At one time",
        "kind": "number",
        "preset": 4,
        "range": {
          "min": 1,
          "max": 8,
          "step": 1
        }
      },
      {
        "key": "skipFailures",
        "label": "Pass over items that fail",
        "kind": "check",
        "help": "Their output is null."
      }
    ]
  },
  {
    "type": "loop",
    "title": "Loop",
    "icon": "cog",
    "about": "Runs a workflow again and again, with its last output as the next input.",
    "output": "The output of the last round.",
    "notes": [
      "In the condition `{{round.output}}` is the output of the last round, and `{{round.number}}` its number, from 1."
    ],
    "ownNames": [
      "round.output",
      "round.number"
    ],
    "summary": "until",
    "fields": [
      {
        "key": "workflow",
        "label": "Workflow",
        "kind": "options",
        "options": "workflows",
        "required": "workflow",
        "help": "By its id or its name."
      },
      {
        "key": "until",
        "label": "Until",
        "kind": "code",
        "names": "condition",
        "preset": "false",
        "help": "Such as {{round.output}} contains \"done\"."
      },
      {
        "key": "maxRounds",
        "label": "Rounds at most",
        "kind": "number",
        "preset": 10,
        "range": {
          "min": 1,
          "max": 100,
          "step": 1
        },
        "help": "After these it goes on with the last output."
      }
    ]
  },
  {
    "type": "workflow",
    "title": "Workflow",
    "icon": "route",
    "about": "Runs another workflow and gives its output.",
    "output": "The output of that run.",
    "notes": [
      "It is a run of its own, of a workflow that whoever runs this one may see, and whoever wrote it. A name is that of a workflow of the owner of this one. Runs nest at most five deep, and one run starts at most 2,000 others in all; those that are at work end with it."
    ],
    "summary": "workflow",
    "fields": [
      {
        "key": "workflow",
        "label": "Workflow",
        "kind": "options",
        "options": "workflows",
        "required": "workflow",
        "help": "By its id or its name."
      },
      {
        "key": "input",
        "label": "Its input",
        "kind": "area",
        "names": "template",
        "help": "The input of the node where this is empty. {{input}} is the input of the run, {{node.output}} the output of a node before this one."
      }
    ]
  },
  {
    "type": "wait",
    "title": "Wait",
    "icon": "cog",
    "about": "Goes on after a while, or at a moment.",
    "output": "The input of the node.",
    "notes": [
      "Nothing of the run is in the memory of a server meanwhile, and a restart changes nothing of the moment."
    ],
    "summary": "until",
    "fields": [
      {
        "key": "seconds",
        "label": "Seconds",
        "kind": "number",
        "preset": 60,
        "range": {
          "min": 0,
          "max": 2592000,
          "step": 1
        }
      },
      {
        "key": "until",
        "label": "Until",
        "kind": "text",
        "names": "template",
        "placeholder": "2027-01-01T09:00:00Z",
        "help": "A moment in place of the seconds, as ISO 8601; at most 30 days from now."
      }
    ]
  },
  {
    "type": "approval",
    "title": "Approval",
    "icon": "check",
    "about": "Asks a person, and goes on where the answer leads.",
    "output": "The input of the node. After a refusal `{{node.error}}` is the comment of the one who refused.",
    "branches": [
      {
        "id": "approved",
        "label": "approved"
      },
      {
        "id": "refused",
        "label": "refused"
      }
    ],
    "notes": [
      "Whoever started the run, the owner of the workflow and administrators may answer: on the page of the workflow, by `skillwright workflow approve` and `refuse`, or with a token that has the scope `workflows:approve`; `workflows:run` is not enough. Without an answer in time it counts as refused."
    ],
    "summary": "message",
    "fields": [
      {
        "key": "message",
        "label": "Question",
        "kind": "area",
        "names": "template",
        "preset": "May the run go on?",
        "help": "{{input}} is the input of the run, {{node.output}} the output of a node before this one."
      },
      {
        "key": "expireSeconds",
        "label": "Seconds to answer",
        "kind": "number",
        "preset": 604800,
        "range": {
          "min": 1,
          "max": 2592000,
          "step": 1
        }
      }
    ]
  },
  {
    "type": "end",
    "title": "End",
    "icon": "check",
    "about": "What arrives here is the output of the run.",
    "output": "The input of the node.",
    "isLast": true,
    "fields": []
  }
];

/** What every node has besides its own fields. */
export const policyFields: readonly NodeField[] = [
  {
    "key": "join",
    "label": "Begins",
    "kind": "options",
    "options": [
      "all",
      "any",
      "every"
    ],
    "preset": "all",
    "help": "all: when every branch that leads here has come or was not taken. any: with the first that comes. every: only where each was taken."
  },
  {
    "key": "retries",
    "label": "Tries again",
    "kind": "number",
    "preset": 0,
    "range": {
      "min": 0,
      "max": 10,
      "step": 1
    },
    "help": "How often, after a failure."
  },
  {
    "key": "retrySeconds",
    "label": "Seconds before that",
    "kind": "number",
    "preset": 2,
    "range": {
      "min": 0,
      "max": 3600,
      "step": 1
    },
    "help": "Twice as many before each further attempt, and up to a half fewer by chance."
  },
  {
    "key": "limitSeconds",
    "label": "Seconds for an attempt",
    "kind": "number",
    "range": {
      "min": 1,
      "max": 3600,
      "step": 1
    },
    "help": "An attempt that takes longer has failed."
  },
  {
    "key": "onError",
    "label": "After a failure",
    "kind": "options",
    "options": [
      "fail",
      "branch"
    ],
    "preset": "fail",
    "help": "fail: the run fails. branch: it goes on at the edges with the sourceHandle error."
  }
];
