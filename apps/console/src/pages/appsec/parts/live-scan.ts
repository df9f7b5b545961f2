import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { eventsOf, GatehouseError } from '@gatehouse/client'
import { appsec } from '../../../api/clients.ts'
import { isOver, type Scan } from './kinds.ts'
import { messages } from '../../../messages/appsec/scans.ts'

/** Own limit of the wait before reconnecting. */
const AGAIN_MS = 2_000

/**
 * Follows a running scan by events. It reconnects after interruptions without data loss, because each event contains the whole state.
 * Events end after the work: a stopped scan still gets its documents.
 */
export function useLiveScan(scanId: string) {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  const query = useQuery({
    queryKey: ['appsec', 'scan', scanId],
    queryFn: ({ signal }) => appsec.readScan({ params: { scanId } }, { signal }),
  })
  const { data } = query
  const status = data?.status
  const isOpen = data !== undefined && (!isOver(data.status) || (data.artifacts.length === 0 && status !== 'CANCELLED'))
  const [follows, setFollows] = useState(false)
  useEffect(() => {
    if (isOpen) setFollows(true)
  }, [isOpen, status])
  useEffect(() => {
    if (!follows) return undefined
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const key = ['appsec', 'scan', scanId]
    const follow = async (): Promise<void> => {
      try {
        const answer = await appsec.scanEvents({ params: { scanId } }, { signal: ending.signal })
        setIsLive(true)
        for await (const { event, data: text } of eventsOf(answer)) {
          const state = JSON.parse(text) as Partial<Scan>
          queries.setQueryData<Scan>(key, (before) => before && { ...before, ...state })
          if (event === 'end') {
            // Reloads fields that are not in events: reasons, times, artifacts. Lists have changed too.
            await queries.invalidateQueries({ queryKey: ['appsec'] })
            const now = queries.getQueryData<Scan>(key)
            if (now === undefined || isOver(now.status)) return setFollows(false)
            // The scan was resumed meanwhile.
            return await follow()
          }
        }
        throw new Error(messages.liveScan.theEventStreamEnded)
      } catch (error) {
        if (ending.signal.aborted) return
        setIsLive(false)
        const isRefused = error instanceof GatehouseError && error.status < 500 && error.status !== 429
        if (isRefused) {
          setFollows(false)
          await queries.invalidateQueries({ queryKey: key })
        } else timer = setTimeout(() => void follow(), AGAIN_MS)
      }
    }
    void follow()
    return () => {
      ending.abort()
      clearTimeout(timer)
      setIsLive(false)
    }
  }, [follows, queries, scanId])
  return { ...query, isLive: isLive && follows }
}
