import type { IncomingMessage } from 'node:http'

import type { ownerOf } from './caller.ts'
import { type BodySink, isJson, readBody } from './body.ts'
import type { ServerParts } from './context.ts'
import { type FormSink, readForm } from './form.ts'
import { JSON_BESIDE_FORM_BYTES_MAX } from './limits.ts'
import type { Route } from './route.ts'

/**
 * Reads the body of a request in the form that its row asks for.
 * @param parts  where files go that are not kept in memory, and how many are on their way there
 * @param owner  whose request it is
 * @throws {Failure} what is wrong with its head; `rate_limited` for too many files at once
 */
export function receiveBody(
  request: IncomingMessage,
  { form, bodyLimit_bytes }: Pick<Route, 'form' | 'bodyLimit_bytes'>,
  { uploadFolder, uploads }: Pick<ServerParts, 'uploadFolder' | 'uploads'>,
  owner: ReturnType<typeof ownerOf>,
  sink: BodySink & FormSink,
): void {
  if (form === undefined) return readBody(request, bodyLimit_bytes, sink)
  if (form.orJson === true && isJson(request.headers)) return readBody(request, JSON_BESIDE_FORM_BYTES_MAX, sink)
  const { files, json, toDisk = false } = form
  if (toDisk && uploadFolder === undefined) throw new Error('the service has rows whose files go to disk and no folder')
  if (toDisk) uploads.take(owner.organization_id ?? owner.tenant_id ?? '', request)
  readForm(request, { files, json, fileBytes: bodyLimit_bytes, folder: toDisk ? uploadFolder : undefined }, sink)
}
