import { type Command, Help, type Option } from 'commander'

const usual = new Help()

/**
 * Help format: wraps lines for the terminal, shows the summary of a command without a description, and shows the default of a repeatable
 * option only if it has a description.
 */
export const HELP_STYLE = {
  commandDescription: (command: Command) => unwrapped(command.description() || `${sentence(command.summary())}.`),
  optionDescription: (option: Option) =>
    Array.isArray(option.defaultValue) && option.defaultValueDescription === undefined
      ? option.description
      : usual.optionDescription(option),
}

/** Joins wrapped source lines. Blank and indented lines are kept. */
function unwrapped(text: string): string {
  return text.replaceAll(/(?<!\n)\n(?![\n ])/g, ' ')
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
