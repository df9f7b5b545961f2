import { type Command, InvalidArgumentError } from 'commander'

/** Adds how a target knows its caller, and what of it is known that is secret. */
export function accessOptions(command: Command): void {
  command
    .option('--header <"Name: value">', 'sent along; a secret as ${VARIABLE} or @file; several times', collect, [])
    .option('--auth <kind=VARIABLE>', 'bearer=, basic= (user:password), api_key= or api_key:Header-Name=; @file too')
    .option('--canary <name=VARIABLE>', 'a secret that was planted in the agent, or @file; several times', collect, [])
    .option('--system-prompt <file>', 'the system prompt of the agent: replies that repeat it are found')
    .option('--timeout <seconds>', 'for one request; 30 otherwise, at most 120', numberFrom(0.001, 120))
}

/** Adds a tool server of this machine in the place of an address. */
export function processOptions(command: Command): void {
  command
    .option('--command <program>', 'a tool server over its standard streams, in the place of --target')
    .option('--arg <argument>', 'an argument of that program; several times', collect, [])
    .option(
      '--set-env <name=VARIABLE>',
      'a variable of that program with the value of one here; several times',
      collect,
      [],
    )
}

/** Adds where an agent finds what a run serves. */
export function serveOptions(command: Command): void {
  command
    .option('--no-serve', 'serve no pages for the agent to find; otherwise an agent on this machine finds some')
    .option('--serve-port <port>', 'of these pages; chosen by the seed otherwise', wholeFrom(1, 65_535))
    .option('--serve-url <url>', 'where an agent elsewhere reaches that port')
}

export function numberFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`)
  }
}

export function wholeFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`)
  }
}

export function positive(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number from 1.')
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}
