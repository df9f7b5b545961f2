import { type Draft, requestOf } from './attempt.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns the request as a curl command. The key is a shell variable, so that the command contains no secret. */
export function curlOf(draft: Draft, needsKey: boolean): string {
  const { path, body } = requestOf(draft)
  const key = needsKey ? ['-H "x-api-key: $GATEHOUSE_KEY"'] : []
  const parts =
    draft.kind === 'file'
      ? [
          `-F ${quoted(`file=@${draft.file?.name ?? 'file'}`)}`,
          ...Object.entries(body).map(
            ([name, value]) =>
              `--form-string ${quoted(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`,
          ),
        ]
      : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]
  return [`curl -sS "\${GATEHOUSE_GUARD:-http://127.0.0.1:4000}${path}"`, ...key, ...parts].join(' \\\n  ')
}
