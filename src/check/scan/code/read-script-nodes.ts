/** What the grammars of Ruby, PHP and Go call the same things. */
import type { SyntaxNode } from "./syntax.ts";

function types(names: string): ReadonlySet<string> {
  return new Set(names.split(/\s+/));
}

export const ASSIGNS: ReadonlySet<string> =
  types(`assignment operator_assignment short_var_declaration assignment_statement
  assignment_expression augmented_assignment_expression reference_assignment_expression`);
export const DEFINES: ReadonlySet<string> = types(
  "method singleton_method function_declaration method_declaration function_definition",
);
export const CLASSES: ReadonlySet<string> = types(
  "class module singleton_class class_declaration trait_declaration interface_declaration",
);
/** Nodes that only hold statements, all of which run. */
export const PLAIN: ReadonlySet<string> =
  types(`program source_file block statement_list compound_statement body_statement block_body declaration_list begin
  parenthesized_statements expression_statement var_declaration var_spec_list const_declaration
  namespace_definition php_tag text_interpolation`);
/** Nodes whose statements may run. */
export const MAY_RUN: RegExp =
  /_statement$|_clause$|_modifier$|_case$|^(?:if|unless|while|until|case|when|else|elsif|then|do|ensure|rescue|begin_block|end_block|switch_block|match_block)$/;
export const STRINGS: ReadonlySet<string> =
  types(`string encapsed_string interpreted_string_literal raw_string_literal bare_string delimited_symbol heredoc
  heredoc_body nowdoc nowdoc_body rune_literal chained_string regex`);
export const CONTENT: ReadonlySet<string> =
  types(`string_content string_value heredoc_content nowdoc_string interpreted_string_literal_content
  raw_string_literal_content`);
export const COMMANDS: ReadonlySet<string> = types("subshell shell_command_expression");
export const LISTS: ReadonlySet<string> =
  types(`array list_literal left_assignment_list right_assignment_list expression_list string_array symbol_array
  destructured_parameter destructured_left_assignment`);
export const MAPS: ReadonlySet<string> = types("hash array_creation_expression literal_value");
export const FUNCTIONS: ReadonlySet<string> = types(
  "block do_block lambda func_literal anonymous_function arrow_function anonymous_function_creation_expression",
);
export const INCLUDES: RegExp = /^(?:include|include_once|require|require_once)_expression$/;
/** Go and PHP have nodes of their own for what goes through as it is. */
export const WRAPPERS: ReadonlySet<string> =
  types(`parenthesized_expression parenthesized_statements argument literal_element interpolation
  error_suppression_expression cast_expression unary_expression unary unary_op_expression
  type_conversion_expression type_assertion_expression dynamic_variable_name splat_argument variadic_unpacking
  variadic_argument array_element_initializer in range_clause by_ref await sequence_expression`);
export const NAMES: ReadonlySet<string> =
  types(`identifier constant name field_identifier package_identifier instance_variable class_variable global_variable
  self qualified_name namespace_name relative_scope type_identifier variable_name hash_key_symbol word super
  operator`);
export const CALLS: ReadonlySet<string> =
  types(`call method_call function_call_expression member_call_expression nullsafe_member_call_expression
  scoped_call_expression call_expression object_creation_expression command command_call`);
export const MEMBERS: ReadonlySet<string> =
  types(`selector_expression member_access_expression nullsafe_member_access_expression scope_resolution
  scoped_property_access_expression class_constant_access_expression qualified_type`);
export const INDEXED: ReadonlySet<string> = types(
  "element_reference subscript_expression index_expression",
);
export const BINARY: ReadonlySet<string> = types("binary binary_expression");

/** Every node in the order of the text, without recursion: trees may be deep. */
export function inOrder(root: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    waiting.push(...node.children.toReversed());
  }
  return found;
}
