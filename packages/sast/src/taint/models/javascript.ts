import type { ModelRow } from './model.ts'

export const JAVASCRIPT: readonly ModelRow[] = [
  { names: 'push unshift add append', flows: 'args -> this.*, args -> result.*' },
  { names: 'splice fill', flows: 'this -> result, 1 -> this.*, 2 -> this.*, 0 -> this.*' },
  { names: 'set', flows: '1 -> this.@0, this -> result, 1 -> result.@0' },
  { names: 'set', on: 'Set WeakSet', flows: '0 -> this.*' },
  { names: 'get', flows: 'this.@0 -> result' },
  { names: 'pop shift at values keys entries', flows: 'this.* -> result, this -> result' },
  { names: 'concat', flows: 'this -> result, args -> result' },
  { names: 'forEach', flows: 'this.* -> 0(0), this -> 0(2)' },
  { names: 'map flatMap', flows: 'this.* -> 0(0), this -> 0(2), 0() -> result.*, 0() -> result' },
  { names: 'filter sort toSorted', flows: 'this.* -> 0(0), this.* -> 0(1), this -> result' },
  { names: 'find findLast', flows: 'this.* -> 0(0), this.* -> result' },
  { names: 'some every findIndex findLastIndex', flows: 'this.* -> 0(0)' },
  {
    names: 'reduce reduceRight',
    flows: 'this.* -> 0(1), 1 -> 0(0), 0() -> 0(0), 0() -> result, 1 -> result, this.* -> 0(0)',
  },
  { names: 'then', flows: 'this -> 0(0), 0() -> result, 1() -> result' },
  { names: 'catch', flows: '0() -> result, this -> result' },
  { names: 'finally', flows: 'this -> result' },
  {
    names:
      'trim trimStart trimEnd trimLeft trimRight toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase slice substring substr split padStart padEnd normalize repeat charAt valueOf toWellFormed reverse toReversed flat subarray json text formData blob arrayBuffer',
    flows: 'this -> result',
  },
  { names: 'match matchAll', flows: 'this -> result' },
  { names: 'getAll', flows: 'this.@0 -> result, this -> result' },
  { names: 'join toString', flows: 'this.* -> result, this -> result, 0 -> result' },
  { names: 'replace replaceAll', flows: 'this -> result, 1 -> result, 1() -> result, this -> 1(0), this -> 1(1)' },
  {
    names:
      'includes indexOf lastIndexOf startsWith endsWith test has isInteger localeCompare charCodeAt codePointAt search getTime hasOwnProperty toFixed',
    flows: '',
  },
  {
    names:
      'parseInt() parseFloat() Number() Boolean() BigInt() isNaN() isFinite() Number.parseInt Number.parseFloat Number.isInteger Number.isNaN Array.isArray Date.now Math.floor Math.max Math.min Math.round Math.abs Math.random Date.parse Object.is crypto.randomUUID crypto.randomBytes crypto.timingSafeEqual console.log console.info console.warn console.error',
    flows: '',
  },
  { names: 'Object.assign', flows: '0 -> result, 1 -> result, 2 -> result, 3 -> result, 1 -> 0, 2 -> 0, 3 -> 0' },
  { names: 'Object.values Object.entries', flows: '0.* -> result.*, 0 -> result' },
  { names: 'Object.keys', flows: '' },
  { names: 'Object.freeze Object.seal structuredClone() Promise.resolve Object.create', flows: '0 -> result' },
  { names: 'Object.fromEntries', flows: '0.*.* -> result.*, 0 -> result' },
  { names: 'Object.defineProperty', flows: '2.value -> 0.@1, 0 -> result' },
  { names: 'Array.from', flows: '0 -> result, 0.* -> result.*, 0.* -> 1(0), 1() -> result.*' },
  { names: 'Array.of', flows: 'args -> result.*' },
  { names: 'Promise.all Promise.race Promise.any Promise.allSettled', flows: '0 -> result, 0.* -> result.*' },
  {
    names: 'JSON.parse JSON.stringify String() String.raw decodeURIComponent() encodeURI() decodeURI()',
    flows: 'args -> result',
  },
  {
    names: 'setTimeout() setImmediate() setInterval() queueMicrotask() process.nextTick',
    flows: '1 -> 0(0), 2 -> 0(0), 2 -> 0(1), 3 -> 0(1)',
  },
  { names: 'URL() URLSearchParams() Buffer() String() Array() Map() Set()', flows: 'args -> result' },
  { names: 'call', flows: 'args -> result, this -> result' },
  { names: 'path.join path.resolve path.normalize path.relative path.dirname', flows: 'args -> result' },
  { names: 'util.format util.inspect querystring.parse url.parse Buffer.from Buffer.concat', flows: 'args -> result' },
  { names: 'lodash.get', flows: '0 -> result' },
  {
    names: '_.map _.flatMap lodash.map lodash.flatMap async.map async.mapSeries async.concat',
    flows: '0.* -> 1(0), 1() -> result.*',
  },
  {
    names: '_.forEach _.each lodash.forEach lodash.each async.each async.eachSeries async.forEach',
    flows: '0.* -> 1(0)',
  },
  { names: '_.filter _.sortBy lodash.filter lodash.sortBy', flows: '0.* -> 1(0), 0 -> result' },
  {
    names: '_.merge _.extend _.defaults lodash.merge lodash.extend lodash.defaults',
    flows: 'args -> result, 1 -> 0, 2 -> 0',
  },
]
