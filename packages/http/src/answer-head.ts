/** Response headers as a flat list of names and values, which Node writes without copying. */
export function answerHead(
  requestId: string,
  cacheControl: string,
  contentType: string | undefined,
  extra: readonly string[] | undefined,
  isClosing: boolean,
): string[] {
  const head = ['x-request-id', requestId, 'cache-control', cacheControl, 'x-content-type-options', 'nosniff']
  if (contentType !== undefined) head.push('content-type', contentType)
  if (extra !== undefined) head.push(...extra)
  if (isClosing) head.push('connection', 'close')
  return head
}
