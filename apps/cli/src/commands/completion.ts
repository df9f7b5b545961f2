import { Argument, type Command } from 'commander'
import type { RegisterCommand } from '../command.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export const completion: RegisterCommand = (parent, io) => {
  parent
    .command('completion')
    .summary('print a completion script for your shell')
    .description('Prints a completion script for commands and options. Example:\n  source <(gatehouse completion bash)')
    .addArgument(new Argument('<shell>').choices([...SHELLS]))
    .action((shell: Shell) => {
      io.stdout.write(SCRIPTS[shell](completionWords(parent)))
    })
}

/** Completions by the preceding words, such as `guard check` → `--json --policy …`. */
type CompletionWords = ReadonlyMap<string, readonly string[]>

function completionWords(
  command: Command,
  path: readonly string[] = [],
  words = new Map<string, readonly string[]>(),
): CompletionWords {
  const options = command.options.flatMap((option) => option.long ?? [])
  words.set(path.join(' '), [...command.commands.map((sub) => sub.name()), ...options, '--help'])
  for (const sub of command.commands) completionWords(sub, [...path, sub.name()], words)
  return words
}

const SCRIPTS: Readonly<Record<Shell, (words: CompletionWords) => string>> = {
  bash: (words) => `_gatehouse() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  case "$path" in
${[...words].map(([path, next]) => `    "${path}") COMPREPLY=($(compgen -W "${next.join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`).join('\n')}
    *) COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")) ;;
  esac
}
complete -o default -F _gatehouse gatehouse
`,
  zsh: (words) => `#compdef gatehouse
_gatehouse() {
  local path="" word
  for word in \${words[2,CURRENT-1]}; do
    [[ $word == -* ]] || path="\${path:+$path }$word"
  done
  case "$path" in
${[...words].map(([path, next]) => `    "${path}") compadd -- ${next.join(' ')} ;;`).join('\n')}
    *) _files ;;
  esac
}
compdef _gatehouse gatehouse
`,
  fish: (words) =>
    [...words]
      .map(([path, next]) => {
        const seen =
          path === ''
            ? '__fish_use_subcommand'
            : path
                .split(' ')
                .map((word) => `__fish_seen_subcommand_from ${word}`)
                .join('; and ')
        return `complete -c gatehouse -f -n '${seen}' -a '${next.join(' ')}'`
      })
      .join('\n') + '\n',
}
