import { createHash } from 'node:crypto'

/** Lua script that Redis executes atomically. Takes one key, or several that share a hash tag. */
export interface Script {
  readonly lua: string
  readonly sha: string
}

function script(lua: string): Script {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') }
}

/** Server clock, so that instances with different clocks agree; tests may pass their own. */
const NOW = `
local now = tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end`

/** KEYS: list of event times. ARGV: window_ms, limit, now_ms or ''. Returns allowed, used, retryAfter_ms. */
export const hitLog = script(`
local window, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
${NOW}
local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
while oldest and oldest <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
end
local used = redis.call('LLEN', KEYS[1])
local allowed = 0
if used < limit then
  allowed = 1
  used = redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], window)
end
local retry = 0
if used >= limit then
  local leaver = tonumber(redis.call('LINDEX', KEYS[1], used - limit))
  retry = leaver and leaver + window - now or window
end
return {allowed, used, retry}`)

/** KEYS: hash of slice number to count. ARGV: window_ms, limit, now_ms or '', slice_ms. Returns as `hitLog`. */
export const hitSlices = script(`
local window, limit, length = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
${NOW}
local first = math.floor((now - window) / length)
local used, slices = 0, {}
local fields = redis.call('HGETALL', KEYS[1])
for i = 1, #fields, 2 do
  local slice, count = tonumber(fields[i]), tonumber(fields[i + 1])
  if slice < first then
    redis.call('HDEL', KEYS[1], fields[i])
  else
    used = used + count
    slices[#slices + 1] = {slice, count}
  end
end
local allowed = 0
if used < limit then
  allowed = 1
  used = used + 1
  local current = math.floor(now / length)
  redis.call('HINCRBY', KEYS[1], string.format('%.0f', current), 1)
  redis.call('PEXPIRE', KEYS[1], window + length)
  slices[#slices + 1] = {current, 1}
end
local retry = 0
if used >= limit then
  table.sort(slices, function(a, b) return a[1] < b[1] end)
  retry = window
  local left = used
  for _, slice in ipairs(slices) do
    left = left - slice[2]
    if left < limit then
      retry = (slice[1] + 1) * length + window - now
      break
    end
  end
end
return {allowed, used, retry}`)

/** KEYS: value. Returns and removes it; GETDEL, for servers before 6.2 too. */
export const takeValue = script(`
local value = redis.call('GET', KEYS[1])
if value then redis.call('DEL', KEYS[1]) end
return value`)

/** KEYS: counter. ARGV: by, ttl_ms. The time to live starts with the first increment. */
export const increment = script(`
local value = redis.call('INCRBY', KEYS[1], ARGV[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return value`)

/** KEYS: list. ARGV: value, max, ttl_ms. Returns the length. */
export const appendList = script(`
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('LLEN', KEYS[1])`)
