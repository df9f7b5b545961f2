import { type Command, InvalidArgumentError } from 'commander'

/** Adds options for authentication and for known secrets of the target. */
export function accessOptions(command: Command): void {
  command
    .option('--header <"Name: value">', 'request header; secrets as ${VARIABLE} or @file; repeatable', collect, [])
    .option(
      '--auth <kind=VARIABLE>',
      'credentials: bearer=, basic= (user:password), api_key= or api_key:Header-Name=, followed by a variable or @file',
    )
    .option(
      '--canary <name=VARIABLE>',
      'secret planted in the agent to detect leaks, from a variable or @file; repeatable',
      collect,
      [],
    )
    .option('--system-prompt <file>', 'system prompt of the agent, to detect leaks in replies')
    .option('--timeout <seconds>', 'timeout per request (default: 30, maximum: 120)', numberFrom(0.001, 120))
}

/** Adds options for a local program instead of an address. */
export function processOptions(command: Command): void {
  command
    .option('--command <program>', 'MCP server program (stdio transport), instead of --target')
    .option('--target-command <program>', 'agent program (JSON lines over stdin and stdout), instead of --target')
    .option('--target-module <file>', 'JavaScript module whose default export answers messages, instead of --target')
    .option('--target-browser <url>', 'chat page to attack in an installed Chromium, instead of --target')
    .option('--browser-input <selector>', 'CSS selector of the chat input (default: detected)')
    .option('--browser-send <selector>', 'CSS selector of the send button (default: detected, else Enter)')
    .option('--browser-reply <selector>', 'CSS selector of the replies (default: text that appears on the page)')
    .option('--browser-path <file>', 'browser program (default: an installed Chromium or Chrome)')
    .option('--arg <argument>', 'argument to pass to the program; repeatable', collect, [])
    .option(
      '--set-env <name=VARIABLE>',
      'environment variable of the program with its value from a local variable; repeatable',
      collect,
      [],
    )
}

/** Adds options for the address of served content. */
export function serveOptions(command: Command): void {
  command
    .option('--no-serve', 'do not serve attack pages (default: serve them to agents on this machine)')
    .option(
      '--serve-port <port>',
      'port for the attack pages (default: derived from the seed)',
      integerBetween(1, 65_535),
    )
    .option('--serve-url <url>', 'public URL of the attack pages, for agents on other machines')
}

export function numberFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Allowed: a number from ${least} to ${most}.`)
  }
}

export function integerBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`Allowed: a whole number from ${least} to ${most}.`)
  }
}

export function positive(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Allowed: a whole number of at least 1.')
}

export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}
