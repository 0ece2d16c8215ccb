import type { ScanRule } from "../rule.ts";
import { agentMemory } from "./agent-memory.ts";
import { collectorEndpoint } from "./collector-endpoint.ts";
import { concealment } from "./concealment.ts";
import { cryptoMiner } from "./crypto-miner.ts";
import { dataInAddress } from "./data-in-address.ts";
import { destructiveCommand } from "./destructive-command.ts";
import { droppedProgram } from "./dropped-program.ts";
import { encodedCommand } from "./encoded-command.ts";
import { fakePrerequisite } from "./fake-prerequisite.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { hiddenInstructions } from "./hidden-instructions.ts";
import { instructionOverride } from "./instruction-override.ts";
import { lockedDownload } from "./locked-download.ts";
import { lookalikeLetters } from "./lookalike-letters.ts";
import { pasteAndRun } from "./paste-and-run.ts";
import { persistence } from "./persistence.ts";
import { pipedInstaller } from "./piped-installer.ts";
import { remoteInstructions } from "./remote-instructions.ts";
import { reverseShell } from "./reverse-shell.ts";
import { secretCommand } from "./secret-command.ts";
import { secretSent } from "./secret-sent.ts";
import { secretsGathered } from "./secrets-gathered.ts";
import { skippedConfirmation } from "./skipped-confirmation.ts";
import { toolPoisoning } from "./tool-poisoning.ts";
import { untrustedInstaller } from "./untrusted-installer.ts";
import { walletAccess } from "./wallet-access.ts";
import { weakenedSecurity } from "./weakened-security.ts";

/** Every rule of the scanner; a new one is a line here. */
export const scanRules: readonly ScanRule[] = [
  agentMemory,
  collectorEndpoint,
  concealment,
  cryptoMiner,
  dataInAddress,
  destructiveCommand,
  droppedProgram,
  encodedCommand,
  fakePrerequisite,
  hiddenCharacters,
  hiddenInstructions,
  instructionOverride,
  lockedDownload,
  lookalikeLetters,
  pasteAndRun,
  persistence,
  pipedInstaller,
  remoteInstructions,
  reverseShell,
  secretCommand,
  secretSent,
  secretsGathered,
  skippedConfirmation,
  toolPoisoning,
  untrustedInstaller,
  walletAccess,
  weakenedSecurity,
];
