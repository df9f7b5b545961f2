import { hostFiles, type Files } from './files.ts'
import { serveMcp, textArgument, ToolError } from './mcp.ts'
import { pair } from './pair.ts'
import { runShell, type Shell } from './shell.ts'

const ENV = { PATH: '/usr/bin', HOME: '/home/svc', LANG: 'C.UTF-8' }
const FILES: Files = { ...hostFiles(ENV), '/data/logo.png': '\u0089PNG', '/data/team.jpg': 'JFIF' }
const convert = (args: readonly string[]): string => {
  const [source = '', target = ''] = args.filter((argument) => !argument.startsWith('-'))
  if (!Object.hasOwn(FILES, `/data/${source}`))
    return `convert: unable to open image '${source.slice(0, 80)}': No such file or directory\n`
  return `${source} -> ${target}\n`
}
const SHELL: Shell = { files: FILES, env: ENV, cwd: '/data', programs: { convert } }
const FORMATS = ['png', 'jpg', 'webp', 'gif']

/** Converts images by a command; the weak version concatenates the command line. */
export const imageConverter = pair({
  name: 'image-converter',
  protocol: 'mcp',
  weaknesses: ['command_or_code_injection'],
  allowedTools: ['convert_image', 'list_images'],
  start: (port, hardened) =>
    serveMcp(port, {
      name: 'image-converter',
      strict: hardened,
      tools: [
        {
          name: 'convert_image',
          description: 'Convert an image of the data folder to another format.',
          properties: {
            file: { type: 'string', description: 'Image file', pattern: '^[\\w-]{1,60}\\.(?:png|jpg|webp|gif)$' },
            format: { type: 'string', description: 'Target format', enum: FORMATS },
            width: { type: 'integer', description: 'Width in pixels' },
          },
          required: ['file', 'format'],
          call: (args) => {
            const file = String(args['file'])
            const width = args['width'] === undefined ? '' : `-resize=${textArgument(args, 'width')} `
            if (!hardened) return runShell(SHELL, `convert ${width}${file} out.${String(args['format'])}`)
            const output = convert([file, `out.${String(args['format'])}`])
            if (output.startsWith('convert:')) throw new ToolError(output.trim())
            return output
          },
        },
        {
          name: 'list_images',
          description: 'List the images of the data folder.',
          properties: {},
          call: () => 'logo.png\nteam.jpg',
        },
      ],
    }),
})
