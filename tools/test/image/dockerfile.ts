/** Dockerfile instruction with joined continuation lines. */
export interface Instruction {
  /** In capitals: `RUN`, `COPY`. */
  readonly word: string
  readonly text: string
}

export interface Stage {
  /** Image and tag. */
  readonly from: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

/** Parses the stages of a Dockerfile that begins with `FROM`. Comments are left out. */
export function readDockerfile(text: string): readonly Stage[] {
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'))
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '')
  const stages: { from: string; name: string | undefined; instructions: Instruction[] }[] = []
  for (const line of joined.split('\n')) {
    const [, word, rest = ''] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? []
    if (word === undefined) continue
    if (word.toUpperCase() === 'FROM') {
      const [from = '', , name] = rest.split(/\s+/)
      stages.push({ from, name, instructions: [] })
    } else {
      stages.at(-1)?.instructions.push({ word: word.toUpperCase(), text: rest.trim() })
    }
  }
  return stages
}

/** Returns the arguments of one kind of instruction, in order. */
export function textsOf({ instructions }: Stage, word: string): readonly string[] {
  return instructions.filter((instruction) => instruction.word === word).map(({ text }) => text)
}

/** Returns the environment variables of a stage. */
export function environmentOf(stage: Stage): Readonly<Record<string, string>> {
  const pairs = textsOf(stage, 'ENV').flatMap((text) => text.split(/\s+/))
  return Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0]!, pair.slice(pair.indexOf('=') + 1)]))
}
