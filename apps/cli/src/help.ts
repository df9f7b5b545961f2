import { type Command, Help, type Option } from 'commander'

const usual = new Help()

/**
 * How help reads: lines are wrapped for the terminal and not where the source breaks them, a command without a description
 * says its summary, and an option that may be given several times has no default to show but one
 * that is described.
 */
export const HELP_STYLE = {
  commandDescription: (command: Command) => unwrapped(command.description() || `${sentence(command.summary())}.`),
  optionDescription: (option: Option) =>
    Array.isArray(option.defaultValue) && option.defaultValueDescription === undefined
      ? option.description
      : usual.optionDescription(option),
}

/** A single line break is the source's own; blank lines and indented lines are meant. */
function unwrapped(text: string): string {
  return text.replaceAll(/(?<!\n)\n(?![\n ])/g, ' ')
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
