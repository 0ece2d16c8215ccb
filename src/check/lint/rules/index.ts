import type { Rule } from "../rule.ts";
import { absolutePath } from "./absolute-path.ts";
import { bodyEmpty } from "./body-empty.ts";
import { bodyLength } from "./body-length.ts";
import { booleanWords } from "./boolean-words.ts";
import { dependencyCycle } from "./dependency-cycle.ts";
import { dependencyMissing } from "./dependency-missing.ts";
import { dependencySelf } from "./dependency-self.ts";
import { descriptionCut } from "./description-cut.ts";
import { descriptionShort } from "./description-short.ts";
import { descriptionWhen } from "./description-when.ts";
import { fenceInside } from "./fence-inside.ts";
import { fenceUnclosed } from "./fence-unclosed.ts";
import { fieldConflict } from "./field-conflict.ts";
import { fieldFormat } from "./field-format.ts";
import { fieldIgnored } from "./field-ignored.ts";
import { fieldLength } from "./field-length.ts";
import { fieldMisplaced } from "./field-misplaced.ts";
import { fieldMissing } from "./field-missing.ts";
import { fieldMisspelled } from "./field-misspelled.ts";
import { fieldType } from "./field-type.ts";
import { fieldUnknown } from "./field-unknown.ts";
import { fieldValue } from "./field-value.ts";
import { fileName } from "./file-name.ts";
import { fileSize } from "./file-size.ts";
import { frontmatterRefused } from "./frontmatter-refused.ts";
import { hiddenCharacters } from "./hidden-characters.ts";
import { linkBroken } from "./link-broken.ts";
import { linkOutside } from "./link-outside.ts";
import { metadataDiffers } from "./metadata-differs.ts";
import { metadataUnreadable } from "./metadata-unreadable.ts";
import { nameDirectory } from "./name-directory.ts";
import { nameDuplicate } from "./name-duplicate.ts";
import { namePortable } from "./name-portable.ts";
import { namespaceUnread } from "./namespace-unread.ts";
import { placeholderUndeclared } from "./placeholder-undeclared.ts";
import { placeholderUnused } from "./placeholder-unused.ts";
import { referenceMissing } from "./reference-missing.ts";
import { requirementInvalid } from "./requirement-invalid.ts";
import { secretPlain } from "./secret-plain.ts";
import { skillCollision } from "./skill-collision.ts";
import { yamlSurprise } from "./yaml-surprise.ts";

/** Every rule, in the order in which they run. */
export const rules: readonly Rule[] = [
  frontmatterRefused,
  fenceInside,
  fieldMissing,
  fieldType,
  booleanWords,
  fieldFormat,
  fieldLength,
  fieldValue,
  fieldUnknown,
  fieldMisspelled,
  fieldMisplaced,
  fieldIgnored,
  fieldConflict,
  yamlSurprise,
  nameDirectory,
  namePortable,
  fileName,
  namespaceUnread,
  metadataUnreadable,
  metadataDiffers,
  requirementInvalid,
  placeholderUndeclared,
  fileSize,
  referenceMissing,
  placeholderUnused,
  descriptionShort,
  descriptionWhen,
  descriptionCut,
  bodyEmpty,
  bodyLength,
  fenceUnclosed,
  linkBroken,
  linkOutside,
  absolutePath,
  hiddenCharacters,
  secretPlain,
  nameDuplicate,
  dependencySelf,
  dependencyMissing,
  dependencyCycle,
  skillCollision,
];
