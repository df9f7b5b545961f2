import type { OsPackage } from './package.ts'

/** Parses the entry of one package in the database of pacman: `%NAME%`, a value on the next line, an empty line. */
export function parsePacman(text: string): OsPackage | undefined {
  const value = (field: string) => new RegExp(`^%${field}%\\n([^\\n]{1,500})$`, 'm').exec(text)?.[1]
  const [name, version, architecture, licence] = [value('NAME'), value('VERSION'), value('ARCH'), value('LICENSE')]
  if (name === undefined || version === undefined) return undefined
  return {
    name,
    version,
    source: { name: value('BASE') ?? name, version },
    line: 1,
    ...(architecture !== undefined && { architecture }),
    ...(licence !== undefined && { licence }),
  }
}

/** Returns the paths of the files of a package, from its entry `files`. */
export function pacmanFiles(text: string): readonly string[] {
  const start = text.indexOf('%FILES%\n')
  return start === -1
    ? []
    : text
        .slice(start + 8)
        .split('\n\n', 1)[0]!
        .split('\n')
}
