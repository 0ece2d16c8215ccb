/** Made by scripts/gen-docs.ts from src/run/workflow/nodes; edit the forms there. */
import type { NodeField, NodeForm } from "../../../../src/run/workflow/nodes/form.ts";

export type NodeType = "start" | "llm" | "skill" | "knowledge" | "condition" | "http" | "code" | "end";

export const nodeForms: readonly (NodeForm & { readonly type: NodeType })[] = [
  {
    "type": "start",
    "title": "Start",
    "icon": "play",
    "about": "Gives the input of the run to what follows.",
    "output": "The input of the run.",
    "isFirst": true,
    "summary": "inputVariable",
    "fields": [
      {
        "key": "inputVariable",
        "label": "Name of the input",
        "kind": "text",
        "help": "Another name for {{input}} in templates.",
        "placeholder": "input"
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
