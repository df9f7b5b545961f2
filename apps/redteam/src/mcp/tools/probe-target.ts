import { prepareTrial } from '@gatehouse/attacks'
import { RunTarget } from '@gatehouse/contracts/redteam'
import { Failure } from '@gatehouse/kernel'
import { z } from 'zod'
import { requestedRun, configPath } from '../asked-run.ts'
import type { ToolPorts } from '../ports.ts'
import { resolved } from '../run-files.ts'
import { checkTargets, confinedHttp, confinedSocket } from '../targets.ts'
import { defineTool, type McpTool } from '../tool.ts'

const REPLY_UNITS_MAX = 4_000

export function probeTargetTool(ports: ToolPorts): McpTool {
  return defineTool({
    name: 'probe_target',
    title: 'Ask the agent something harmless',
    description:
      'Sends one benign message to a target and reports whether a run could judge its response: the response, the location of its text, and the available paths for responsePath and toolCallsPath.',
    input: z.object({
      target: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('A target as read_repo proposes it. Absent: that of config.'),
      config: configPath,
      message: z.string().min(1).max(2_000).optional().describe('Replaces the default question.'),
    }),
    output: z.object({
      ok: z.boolean().describe('Whether a run can judge the target.'),
      problem: z.string().nullable(),
      statusCode: z.number().nullable(),
      responseTimeMs: z.number().nullable(),
      abilities: z.array(z.string()).describe('Target features that attacks may need, as far as they are configured.'),
      untrusted: z.object({
        reply: z.string(),
        toolCalls: z.array(z.string()),
        paths: z.array(z.object({ path: z.string(), type: z.string(), sample: z.string() })),
      }),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    async run({ target: given, config, message }, caller) {
      const target = given === undefined ? (await requestedRun(config, ports)).file.target : targetOf(given, ports)
      checkTargets(target, ports.allowed)
      const { http, socket, allowed } = ports
      const way = { http: confinedHttp(http, allowed), socket: confinedSocket(socket, allowed) }
      const prepared = prepareTrial(target, way, message)
      const { problem, reply, statusCode, responseTime_ms, toolCalls, paths } = await prepared.run(caller)
      return {
        ok: problem === undefined,
        problem: problem ?? null,
        statusCode: statusCode ?? null,
        responseTimeMs: responseTime_ms === undefined ? null : Math.round(responseTime_ms),
        abilities: [...prepared.can],
        untrusted: { reply: (reply ?? '').slice(0, REPLY_UNITS_MAX), toolCalls: [...toolCalls], paths: [...paths] },
      }
    },
  })
}

/** @throws {Failure} `invalid_request` */
function targetOf(given: Readonly<Record<string, unknown>>, { variables }: ToolPorts): RunTarget {
  const read = RunTarget.safeParse(resolved(given, variables).value)
  if (read.success) return read.data
  throw new Failure('invalid_request', `The target is not right. ${z.prettifyError(read.error).slice(0, 2_000)}`)
}
