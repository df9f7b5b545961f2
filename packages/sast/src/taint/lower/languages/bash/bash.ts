import type { Register } from '../../../ir.ts'
import { assignMember, executeAll } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering } from '../../handlers.ts'
import { writeName } from '../../names.ts'
import { assignment, command, declaration } from './commands.ts'
import {
  caseStatement,
  countingLoop,
  findShifts,
  forStatement,
  functionDefinition,
  heredoc,
  ifStatement,
  list,
  logic,
  pipeline,
  redirected,
  whileStatement,
} from './control.ts'
import { commandName, declareAll, memberReference, plainText } from './names.ts'
import { shellOf } from './shell.ts'
import { evaluators } from './words.ts'

/** Lowers a script. Scripts read with `source` are resolved by file name: usually the folder is only known at run time. */
function lowerFile(f: FunctionBuilder): void {
  const { file, tree } = f
  declareAll(f)
  for (let node = 0; node < tree.count; node += 1) {
    if (file.kind(node) !== 'command' || !/^(?:source|\.)$/.test(commandName(f, node))) continue
    const [path] = file.childrenIn(node, 'argument')
    const name = path === undefined ? '' : (/([\w.-]{1,200})["']?$/.exec(file.text(path))?.[1] ?? '')
    if (name !== '') file.imports.push({ local: '*', module: name, name: '*' })
  }
  findShifts(f, 0)
  executeAll(f, file.named(0))
}

function group(f: FunctionBuilder, node: number): void {
  executeAll(f, f.file.named(node))
}

/** Lowers a subshell: only its output is visible outside. */
function subshell(f: FunctionBuilder, node: number): void {
  const shell = shellOf(f)
  shell.subshells += 1
  group(f, node)
  shell.subshells -= 1
}

export const bash: LanguageLowering = {
  expressions: {
    ...evaluators,
    command,
    variable_assignment: assignment,
    pipeline,
    redirected_statement: redirected,
    heredoc_redirect: heredoc,
  },
  statements: {
    if_statement: ifStatement,
    while_statement: whileStatement,
    for_statement: forStatement,
    c_style_for_statement: countingLoop,
    case_statement: caseStatement,
    list,
    negated_command: group,
    compound_statement: group,
    do_group: group,
    subshell,
    function_definition: functionDefinition,
    declaration_command: declaration,
    variable_assignments: group,
  },
  targets: {
    variable_name: (f: FunctionBuilder, node: number, value: Register) => writeName(f, f.file.text(node), value, node),
    word: (f: FunctionBuilder, node: number, value: Register) => writeName(f, f.file.text(node), value, node),
    subscript: assignMember,
  },
  skipped: ['comment', 'heredoc_start', 'heredoc_end', 'unset_command', 'file_descriptor'],
  file: lowerFile,
  path: (f, node) => plainText(f, node),
  place: memberReference,
  logic,
}
