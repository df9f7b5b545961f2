/** Command-line facts for the generated command page and the documentation tests; runs nothing. */
import type { Command } from 'commander'
import type { Io } from './src/command.ts'
import { HELP_STYLE } from './src/help.ts'
import { fullProgram } from './src/program.ts'

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

export function fullCommandLine(): Promise<Command> {
  return fullProgram(NOWHERE)
}

export async function commandFacts(): Promise<CommandFacts> {
  return factsOf(await fullCommandLine(), '')
}

function factsOf(command: Command, before: string): CommandFacts {
  const name = `${before}${command.name()}`
  const help = Object.assign(command.createHelp(), HELP_STYLE)
  return {
    name,
    usage: `${name} ${command.usage()}`,
    description: help.commandDescription(command),
    parameters: help
      .visibleArguments(command)
      .map((visibleArgument) => [help.argumentTerm(visibleArgument), help.argumentDescription(visibleArgument)]),
    options: help
      .visibleOptions(command)
      .map((visibleOption) => [help.optionTerm(visibleOption), help.optionDescription(visibleOption)]),
    commands: command.commands.map((sub) => factsOf(sub, `${name} `)),
  }
}
