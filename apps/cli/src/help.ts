import { type Command, Help, type Option } from 'commander'

const usual = new Help()

/**
 * Help format: lines are wrapped for the terminal instead of at source line breaks, a command without a description shows its summary, and
 * a repeatable option shows a default only if it has a description.
 */
export const HELP_STYLE = {
  commandDescription: (command: Command) => unwrapped(command.description() || `${sentence(command.summary())}.`),
  optionDescription: (option: Option) =>
    Array.isArray(option.defaultValue) && option.defaultValueDescription === undefined
      ? option.description
      : usual.optionDescription(option),
}

/** Single line breaks come from the source; blank and indented lines are kept. */
function unwrapped(text: string): string {
  return text.replaceAll(/(?<!\n)\n(?![\n ])/g, ' ')
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
