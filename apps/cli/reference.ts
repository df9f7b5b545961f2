/** Command-line facts for the generated command page and the documentation tests; runs nothing. */
import type { Command } from 'commander'
import type { Io } from './src/command.ts'
import { HELP_STYLE } from './src/help.ts'
import { wholeProgram } from './src/program.ts'

const NOWHERE: Io = {
  env: {},
  cwd: '/',
  stdin: (async function* () {})(),
  stdout: { write: () => true },
  stderr: { write: () => true },
  untilStopped: () => new Promise(() => {}),
}

/** Command, as in its help. */
export interface CommandFacts {
  /** With the words before it: `gatehouse policy push`. */
  readonly name: string
  readonly usage: string
  readonly description: string
  /** Name and meaning. */
  readonly parameters: readonly (readonly [string, string])[]
  readonly options: readonly (readonly [string, string])[]
  /** Empty for executable commands. */
  readonly commands: readonly CommandFacts[]
}

export function wholeCommandLine(): Promise<Command> {
  return wholeProgram(NOWHERE)
}

export async function commandFacts(): Promise<CommandFacts> {
  return factsOf(await wholeCommandLine(), '')
}

function factsOf(command: Command, before: string): CommandFacts {
  const name = `${before}${command.name()}`
  const help = Object.assign(command.createHelp(), HELP_STYLE)
  return {
    name,
    usage: `${name} ${command.usage()}`,
    description: help.commandDescription(command),
    parameters: help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]),
    options: help.visibleOptions(command).map((one) => [help.optionTerm(one), help.optionDescription(one)]),
    commands: command.commands.map((sub) => factsOf(sub, `${name} `)),
  }
}
