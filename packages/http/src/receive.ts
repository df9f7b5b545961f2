import type { IncomingMessage } from 'node:http'

import type { ownerOf } from './caller.ts'
import { type BodySink, isJson, readBody } from './body.ts'
import type { ServerParts } from './context.ts'
import { type FormSink, readForm } from './form.ts'
import { JSON_BESIDE_FORM_BYTES_MAX } from './limits.ts'
import type { Route } from './route.ts'

/**
 * Reads the body of a request in the format of its endpoint.
 * @param parts folder for files that are not kept in memory, and the count of current uploads
 * @param owner owner of the request
 * @throws {Failure} for an invalid head; `rate_limited` for too many concurrent files
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
  if (toDisk && uploadFolder === undefined) throw new Error('the service has routes with file uploads and no folder')
  if (toDisk) uploads.take(owner.organization_id ?? owner.tenant_id ?? '', request)
  readForm(request, { files, json, fileBytes: bodyLimit_bytes, folder: toDisk ? uploadFolder : undefined }, sink)
}
