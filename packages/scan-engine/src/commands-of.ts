/** Own limit: characters of a file with commands that are read. */
const TEXT_CHARS_MAX = 100_000
/** Own limit: folders of an image before the source, e.g. `/usr/src/app`. */
const ABOVE_MAX = 4

/** Names of files with commands that start the program. */
export const COMMAND_FILES =
  /(?:^|\/)(?:Procfile(?:\.[\w-]+)?|(?:[\w.-]+\.)?(?:Dockerfile|Containerfile)|(?:Dockerfile|Containerfile)\.[\w.-]+)$/i

/** Returns the file names in the commands of a Procfile, or in `CMD` and `ENTRYPOINT` of a Dockerfile. Most words are not files. */
export function namesInCommands(path: string, input: string): readonly string[] {
  const text = input.slice(0, TEXT_CHARS_MAX).replace(/\\\r?\n/g, ' ')
  const line = /(?:^|\/)Procfile/i.test(path) ? /^[\w-]{1,100}[ \t]*:(.*)$/gm : /^[ \t]*(?:CMD|ENTRYPOINT)[ \t](.*)$/gim
  return [...text.matchAll(line)].flatMap(([, command = '']) =>
    command
      .split(/[\s"'=;&|,[\]]+/)
      .filter((word) => word !== '' && !word.startsWith('-'))
      .flatMap(namesOf),
  )
}

/** `/app/shop/server.py` is `shop/server.py` of the source, and `shop.server:app` is a module. */
function namesOf(word: string): readonly string[] {
  const module = /^([A-Za-z_][\w.]{0,200})(?::[\w.()]{1,200})?$/.exec(word)?.[1]?.replaceAll('.', '/')
  const modules = module === undefined ? [] : [`${module}.py`, `${module}/__main__.py`, `${module}/__init__.py`]
  if (!word.startsWith('/')) return [word, ...modules]
  const parts = word.split('/').slice(1)
  return parts.slice(0, ABOVE_MAX).map((_, at) => parts.slice(at).join('/'))
}
