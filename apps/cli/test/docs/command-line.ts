import { type Command, CommanderError } from 'commander'
import { fullCommandLine } from '../../reference.ts'

/** Returns the problems of a `gatehouse` call, as parsed by the command line itself. Nothing is executed. */
export async function problemsOfGatehouse(words: readonly string[]): Promise<string[]> {
  let command: Command = await fullCommandLine()
  const rest = [...words]
  for (let sub = subOf(command, rest[0]); sub !== undefined; sub = subOf(command, rest[0])) {
    command = sub
    rest.shift()
  }
  try {
    const { operands, unknown } = command.parseOptions(rest)
    const registeredArguments = command.registeredArguments
    const needed = registeredArguments.filter(({ required }) => required).length
    const isOpen = registeredArguments.some(({ variadic }) => variadic)
    if (unknown.length > 0) return [`${command.name()} has no option ${unknown[0]}`]
    if (operands.length < needed) return [`${command.name()} needs ${needed} arguments`]
    if (!isOpen && operands.length > registeredArguments.length)
      return [`${command.name()} takes no argument ${operands.at(-1)}`]
    for (const [at, argument] of registeredArguments.entries()) {
      const text = operands[at]
      if (text !== undefined && argument.argChoices !== undefined && !argument.argChoices.includes(text))
        return [`${text} is none of ${argument.argChoices.join(', ')}`]
    }
    const missing = command.options.find(
      (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
    )
    return missing === undefined ? [] : [`${command.name()} needs ${missing.flags}`]
  } catch (thrown) {
    if (thrown instanceof CommanderError || thrown instanceof Error) return [thrown.message]
    throw thrown
  }
}

function subOf(command: Command, name: string | undefined): Command | undefined {
  return command.commands.find((item) => item.name() === name)
}
